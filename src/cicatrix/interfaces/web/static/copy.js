// Buttons that copy: shown only where the browser can, and they say aloud what happened.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source ? source.textContent.trim() : location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed to copy";
    }
    button.addEventListener("blur", () => { button.textContent = label; }, { once: true });
  });
}
