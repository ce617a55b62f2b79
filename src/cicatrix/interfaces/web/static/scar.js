// The scar line: from a marked sentence to the notes that answer for it.
// It only draws. Without it, on paper and on narrow pages, sigla and notes say the same.
const SVG = "http://www.w3.org/2000/svg";
const wide = window.matchMedia("(min-width: 62rem)");

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// Under the rest of its line, quieter; through the gutter; into a tick at the note.
function scar(plate, mark, note) {
  const box = plate.getBoundingClientRect();
  const column = mark.closest("[data-col]").getBoundingClientRect();
  const target = note.getBoundingClientRect();
  const rects = mark.getClientRects();
  const from = rects[rects.length - 1];
  if (!from || target.left < column.right) return null;
  const y0 = Math.round(from.bottom - box.top - Number(mark.dataset.lift ?? 0)) + 0.5;
  const y1 = Math.round(target.top - box.top + 11) + 0.5;
  const x0 = from.right - box.left;
  const bend = column.right - box.left + 6;
  const end = target.left - box.left - 5;
  const group = shape("g", { class: `scar ${mark.dataset.kind ?? ""}` });
  group.append(
    shape("path", { class: "lead", d: `M${x0} ${y0}H${bend}` }),
    shape("path", { class: "run", d: `M${bend} ${y0}L${end - 11} ${y1}H${end}` }),
    shape("path", { class: "tick", d: `M${end} ${y1 - 6}V${y1 + 6}` }),
  );
  group.dataset.from = mark.id;
  group.dataset.to = note.id;
  return group;
}

function draw(plate) {
  plate.querySelector(":scope > svg.scars")?.remove();
  if (!wide.matches) return;
  const svg = shape("svg", { class: "scars", "aria-hidden": "true", width: plate.clientWidth, height: plate.clientHeight });
  for (const mark of plate.querySelectorAll("[data-scar]")) {
    for (const id of mark.dataset.scar.split(" ")) {
      const note = document.getElementById(id);
      const line = note && scar(plate, mark, note);
      if (line) svg.append(line);
    }
  }
  plate.append(svg);
}

// A mark and its note light each other's line, by pointer and by keyboard.
function light(event, on) {
  const about = event.target.closest?.("[data-scar], .note[id]");
  if (!about) return;
  for (const line of about.closest(".edition").querySelectorAll("svg.scars > .scar")) {
    if (line.dataset.from === about.id || line.dataset.to === about.id) line.classList.toggle("lit", on);
  }
}

const plates = [...document.querySelectorAll(".edition")];
const watch = new ResizeObserver(() => plates.forEach(draw));
for (const plate of plates) {
  watch.observe(plate);
  plate.addEventListener("pointerover", (event) => light(event, true));
  plate.addEventListener("pointerout", (event) => light(event, false));
  plate.addEventListener("focusin", (event) => light(event, true));
  plate.addEventListener("focusout", (event) => light(event, false));
}
document.addEventListener("edited", () => plates.forEach(draw)); // a part of the page was put in its place
document.fonts?.ready.then(() => plates.forEach(draw));
