"use strict";
const places = new Map(); // by place: its lines in all columns
for (const line of document.querySelectorAll("[data-p]")) {
  const place = line.dataset.p;
  if (!places.has(place)) places.set(place, []);
  places.get(place).push(line);
}
const marked = { near: null, pinned: null };
function mark(kind, place) {
  for (const line of places.get(marked[kind]) || []) line.classList.remove(kind);
  marked[kind] = place;
  for (const line of places.get(place) || []) line.classList.add(kind);
}
function placeOf(event) {
  const line = event.target.closest("[data-p]");
  return line ? line.dataset.p : null;
}
// show brings a place into view in all columns but the one that was clicked.
function show(place, except) {
  for (const column of document.querySelectorAll(".panels")) {
    if (column === except) continue;
    const line = (places.get(place) || []).find((l) => column.contains(l) && !l.parentElement.hidden);
    if (line) column.scrollTop += line.getBoundingClientRect().top - column.getBoundingClientRect().top - column.clientHeight / 3;
  }
}
document.addEventListener("mouseover", (event) => mark("near", placeOf(event)));
document.addEventListener("click", (event) => {
  const place = placeOf(event);
  if (!place) return;
  mark("pinned", place);
  show(place, event.target.closest(".panels"));
});
for (const choice of document.querySelectorAll("select")) {
  choice.addEventListener("change", () => {
    const column = choice.closest("section");
    column.querySelectorAll("pre").forEach((panel, i) => { panel.hidden = i !== choice.selectedIndex; });
    if (marked.pinned) show(marked.pinned, null);
  });
}
