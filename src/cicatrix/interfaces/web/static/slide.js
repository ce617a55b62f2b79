// The slider says where it stands while it is moved. Without this, the button and the page that follows say it.
const slider = document.getElementById("slide");
const told = document.getElementById("slide-at");
if (slider && told) {
  const tell = () => { told.textContent = `#${slider.value}`; };
  told.hidden = false;
  slider.addEventListener("input", tell);
  tell();
}
