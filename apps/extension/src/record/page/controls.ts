import { icon, make, set } from "../../shared/page/dom-nodes.ts";

/** Creates an icon button that only a trusted click activates. */
export function iconButton(path: string, label: string, press: () => void, className = ""): HTMLButtonElement {
  const button = make("button", className);
  set(button, { type: "button" });
  if (path) button.append(icon(path));
  nameButton(button, label);
  button.addEventListener("click", (event) => event.isTrusted && press());
  return button;
}

/** Sets the accessible name of a button, which the styles show as its tooltip. */
export function nameButton(button: HTMLElement, label: string): void {
  set(button, { "aria-label": label });
}

/** Changes a button's icon and name. */
export function changeButton(button: HTMLElement, path: string, label: string): void {
  nameButton(button, label);
  const line = button.querySelector("path");
  if (line && line.getAttribute("d") !== path) set(line, { d: path });
}

const isSeen = (button: HTMLButtonElement): boolean => !button.disabled && button.getClientRects().length > 0;

/** Makes a row of buttons one Tab stop with arrow key navigation. */
export function rove(row: HTMLElement, isRtl: boolean): void {
  const all = (): HTMLButtonElement[] => [...row.querySelectorAll("button")].filter(isSeen);
  const stop = (at: HTMLButtonElement | undefined): void => {
    for (const button of row.querySelectorAll("button")) button.tabIndex = button === at ? 0 : -1;
  };
  row.addEventListener("focusin", ({ target }) => {
    const at = all().find((button) => button === target);
    if (at) stop(at);
  });
  row.addEventListener("keydown", ({ key }) => {
    const buttons = all();
    const at = buttons.findIndex((button) => button.matches(":focus"));
    const steps: Record<string, number> = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 };
    const step = steps[key];
    if (at < 0 || step === undefined) return;
    buttons.at((at + step) % buttons.length)?.focus();
  });
  stop(row.querySelector("button") ?? undefined);
}

/**
 * Makes a node draggable with the first pointer that presses it.
 * @param grab called on press; returns the handler of every move, which receives the distance
 * @param drop called on release
 */
export function dragged(node: HTMLElement, grab: () => (dx: number, dy: number) => void, drop: () => void): void {
  node.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const move = grab();
    const stop = new AbortController();
    const { signal } = stop;
    node.setPointerCapture(down.pointerId);
    node.addEventListener("pointermove", ({ clientX, clientY }) => move(clientX - down.clientX, clientY - down.clientY), { signal });
    node.addEventListener(
      "lostpointercapture",
      () => {
        stop.abort();
        drop();
      },
      { signal },
    );
  });
}
