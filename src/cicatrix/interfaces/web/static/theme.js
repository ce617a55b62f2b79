// Runs before the page is painted, so that a chosen theme never flashes. Without it the system's choice holds.
(() => {
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const remembered = () => {
    try { return localStorage.getItem("cicatrix-theme"); } catch { return null; } // storage may be forbidden
  };
  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("#theme");
    if (!button) return;
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
    const tell = () => button.setAttribute("aria-pressed", String(isDark()));
    button.hidden = false;
    tell();
    dark.addEventListener("change", tell);
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("cicatrix-theme", root.dataset.theme); } catch { /* kept for this page only */ }
      tell();
    });
  });
})();
