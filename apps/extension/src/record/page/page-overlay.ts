/** Everything that is done in our own controls and is nobody else's business. */
const OWN_EVENTS =
  "pointerup mousedown mouseup click dblclick auxclick contextmenu wheel touchstart touchend keydown keypress keyup focusin focusout";

/**
 * Keeps a press on the glass from the page, whose own listeners may come before ours and capture the pointer, as drawing programs do:
 * it is heard at the window and told anew to what was pressed, in the closed tree alone.
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

/** What stands over the page while it is recorded. */
export interface PageOverlay {
  host: HTMLElement;
  root: ShadowRoot;
  /** Puts it back on top where the page has put something above it, or has taken it away. */
  raise: () => void;
}

/**
 * Lays a glass over the page that lets everything through but what stands on it. It hangs beside `body` in the top layer; while
 * the page shows a modal dialog it hangs in that one, because everything outside of it is dead then. What is done on it does not
 * reach the page's nodes, and takes no focus from them.
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
  // What goes full screen goes above all that was there before.
  addEventListener("fullscreenchange", () => raise(true), { signal });
  return { host, root, raise };
}
