// The first question: answered at once from what the build wrote into the page.

export function enableQuestion(announce) {
  const box = document.getElementById("question");
  if (!box) return;
  const answer = box.querySelector(".answer");
  const buttons = [...box.querySelectorAll("button[data-answer]")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      for (const part of answer.children) part.hidden = part.dataset.for !== button.dataset.answer && !("always" in part.dataset);
      announce(answer.innerText);
    });
  }
}
