/** Events of our own controls that must not reach the page. */
const OWN_EVENTS =
  "pointerup mousedown mouseup click dblclick auxclick contextmenu wheel touchstart touchend keydown keypress keyup focusin focusout";

/**
 * Hides presses on the overlay from the page, whose listeners may run first and capture the pointer, as drawing programs do.
 * The press is caught at the window and dispatched again inside the closed shadow tree.
 */
function guardPresses(host: HTMLElement, root: ShadowRoot, signal: AbortSignal): void {
  const press = (event: PointerEvent): void => {
    if (event.target !== host || !event.isTrusted) return;
    event.stopImmediatePropagation();
    const { clientX, clientY, pointerId, pointerType, isPrimary, button } = event;
    const copy = new PointerEvent(event.type, { bubbles: true, clientX, clientY, pointerId, pointerType, isPrimary, button });
    root.elementFromPoint(clientX, clientY)?.dispatchEvent(copy);
  };
  addEventListener("pointerdown", press, { capture: true, signal });
}

/** The overlay over a page during a recording. */
export interface PageOverlay {
  host: HTMLElement;
  root: ShadowRoot;
  /** Moves it to the top again after the page has covered or removed it. */
  raise: () => void;
}

/**
 * Creates an overlay that passes every event to the page except on its own controls. It is a sibling of `body` in the top
 * layer; while the page shows a modal dialog, it is inside that dialog, because everything else is inert. Events on its
 * controls do not reach the page and do not move its focus.
 */
export function showPageOverlay(
  name: string,
  { css, language, direction }: { css: string; language: string; direction: string },
  signal: AbortSignal,
): PageOverlay {
  for (const existing of document.querySelectorAll(name)) existing.remove();
  const host = document.createElement(name);
  host.setAttribute("popover", "manual");
  host.lang = language;
  host.dir = direction;
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  for (const type of OWN_EVENTS.split(" ")) host.addEventListener(type, (event) => event.stopPropagation());
  guardPresses(host, root, signal);
  root.addEventListener("mousedown", (event) => event.preventDefault());

  function raise(isCovered = false): void {
    const parent = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.documentElement;
    if (host.parentNode === parent && !isCovered) return;
    parent.append(host);
    if (host.matches(":popover-open")) host.hidePopover();
    host.showPopover();
  }
  raise();
  // A full-screen element covers everything that was in the top layer before.
  addEventListener("fullscreenchange", () => raise(true), { signal });
  return { host, root, raise };
}
