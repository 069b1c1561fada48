"use strict";
(() => {
  const root = document.documentElement;
  const sections = [...document.querySelectorAll("main > section")];
  let section = sections.find((s) => !s.hidden) || sections[0];
  let current = -1;

  const steps = () => [...section.querySelectorAll(".step:not([hidden])")];
  // rows is what is seen in the lanes, from top to bottom: steps, and what stands for folded ones.
  const rows = () => [...section.querySelectorAll(".step:not([hidden]), .fold")].sort((a, b) => a.style.gridRowStart - b.style.gridRowStart);

  // wires draws the switches between threads, and joins the accesses of a race.
  function wires() {
    const lanes = section.querySelector(".lanes");
    if (!lanes) return;
    const svg = lanes.querySelector(".wires");
    const box = lanes.getBoundingClientRect();
    svg.setAttribute("width", lanes.scrollWidth);
    svg.setAttribute("height", lanes.scrollHeight);
    svg.replaceChildren();
    const at = (el) => {
      const r = el.getBoundingClientRect();
      const x = r.left - box.left + lanes.scrollLeft, y = r.top - box.top + lanes.scrollTop;
      return { x, y, w: r.width, h: r.height, cx: x + Math.min(60, r.width / 2) };
    };
    const path = (d, name) => {
      const p = document.createElementNS("http://www.w3.org/2000/svg", "path");
      p.setAttribute("d", d);
      if (name) p.setAttribute("class", name);
      svg.append(p);
    };
    const list = rows();
    for (let i = 1; i < list.length; i++) {
      if (list[i].dataset.thread === list[i - 1].dataset.thread) continue;
      const a = at(list[i - 1]), b = at(list[i]);
      const x1 = a.cx, y1 = a.y + a.h, x2 = b.cx, y2 = b.y, bend = Math.max(8, (y2 - y1) / 2);
      path(`M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`);
      path(`M${x2 - 4},${y2 - 6} L${x2},${y2} L${x2 + 4},${y2 - 6}`);
    }
    const ends = list.filter((s) => s.classList.contains("ends"));
    for (let i = 1; i < ends.length; i++) {
      const a = at(ends[i - 1]), b = at(ends[i]);
      const left = a.x < b.x;
      path(`M${left ? a.x + a.w : a.x},${a.y + a.h / 2} L${left ? b.x : b.x + b.w},${b.y + b.h / 2}`, "race");
    }
  }

  // show selects a step: its details, and its line in the source.
  function show(i, scroll) {
    const list = steps();
    if (!list.length) return;
    current = Math.max(0, Math.min(i, list.length - 1));
    for (const s of section.querySelectorAll(".step.current")) s.classList.remove("current");
    list[current].classList.add("current");
    const s = list[current];
    if (scroll) s.scrollIntoView({ block: "nearest", inline: "nearest" });
    section.querySelector(".detail-box").textContent = s.querySelector(".detail").textContent;
    const side = section.querySelector(".side"); // as high as there is room below its place, so that the line is in sight
    if (getComputedStyle(side).position === "sticky") side.style.maxHeight = innerHeight - side.getBoundingClientRect().top - 20 + "px";
    for (const f of section.querySelectorAll(".file")) {
      f.hidden = f.dataset.name !== s.dataset.file;
      for (const l of f.querySelectorAll(".line.current")) l.classList.remove("current");
      if (f.hidden) continue;
      const line = f.querySelector(`.line[data-n="${s.dataset.line}"]`);
      if (!line) continue;
      line.classList.add("current");
      const pre = f.querySelector("pre");
      pre.scrollTop = line.offsetTop - pre.offsetTop - pre.clientHeight / 2;
    }
  }

  // open shows a finding, or what is claimed.
  function open(id) {
    const next = sections.find((s) => s.id === id);
    if (!next) return;
    section = next;
    for (const s of sections) s.hidden = s !== next;
    for (const a of document.querySelectorAll("nav a")) a.classList.toggle("here", a.getAttribute("href") === "#" + id);
    wires();
    show(0, false);
    scrollTo(0, 0);
  }

  document.querySelector("nav").addEventListener("click", (e) => {
    const a = e.target.closest("a");
    if (!a) return;
    e.preventDefault();
    history.replaceState(null, "", a.getAttribute("href"));
    open(a.getAttribute("href").slice(1));
  });
  // toggle opens or closes folded steps.
  function toggle(fold) {
    const open = fold.getAttribute("aria-expanded") !== "true";
    fold.setAttribute("aria-expanded", open);
    const was = steps()[current];
    for (const s of section.querySelectorAll(`.step[data-in="${fold.dataset.fold}"]`)) s.hidden = !open;
    wires();
    show(Math.max(0, steps().indexOf(was)), false);
  }

  document.querySelector("main").addEventListener("click", (e) => {
    const fold = e.target.closest(".fold");
    if (fold) toggle(fold);
    const s = e.target.closest(".step");
    if (s) show(steps().indexOf(s), false);
  });
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const turn = (d) => { const k = sections.indexOf(section) + d; if (sections[k]) open(sections[k].id); };
    const keys = {
      j: () => show(current + 1, true), ArrowDown: () => show(current + 1, true),
      k: () => show(current - 1, true), ArrowUp: () => show(current - 1, true),
      Home: () => show(0, true), End: () => show(steps().length - 1, true), n: () => turn(1), p: () => turn(-1),
    };
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
  });
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  addEventListener("resize", wires);
  open(location.hash.slice(1) && sections.some((s) => s.id === location.hash.slice(1)) ? location.hash.slice(1) : section.id);
})();
