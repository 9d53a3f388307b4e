/** A transparent layer above the page, with a closed shadow root. */
export interface Surface {
  host: HTMLElement;
  root: ShadowRoot;
  /** Removes the layer and gives the keyboard back to the page; resolves after the page was painted without it. */
  leave(): Promise<void>;
}

/** The active layer of this page, if any; a second layer replaces it. */
interface Holder {
  stillreelSurface?: Surface | undefined;
}
const holder = globalThis as Holder;

/** Events that must not reach the page while the user chooses. */
const BLOCKED_EVENTS =
  "pointerdown pointermove pointerup pointercancel mousedown mousemove mouseup mouseover mouseout click auxclick dblclick contextmenu wheel touchstart touchmove touchend keydown keyup".split(
    " ",
  );

/** Removes the active layer. */
async function leaveSurface(): Promise<void> {
  await holder.stillreelSurface?.leave();
}

/** Time after removal during which remaining events of the last click or key are still blocked, in milliseconds. */
const ECHO_MS = 400;

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/**
 * Puts the overlay over the page. It hangs beside `body`, so that no framework finds a stranger among its nodes, in the top layer, so
 * that dialogs are under it, and receives every event before the page's
 * nodes do, so that menus stay open and nothing is clicked by accident. (Only what listens at the window itself still receives it.)
 * @param name element name of the host
 * @param css styles, among them those of the host; as a constructed sheet, because then the page's content policy has no say in it
 * @param handle gets every event; what it answers `true` for goes on to the buttons of the overlay
 */
export function laySurface(name: string, { css, language }: { css: string; language: string }, handle: (event: Event) => boolean): Surface {
  void leaveSurface();
  const host = document.createElement(name);
  host.setAttribute("popover", "manual");
  host.lang = language;
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];

  const listen = (event: Event): void => {
    if (!event.isTrusted) return;
    if (host.isConnected && handle(event)) return;
    event.stopImmediatePropagation();
    // A prevented pointerdown still produces pointermove and pointerup.
    if (event.cancelable) event.preventDefault();
  };
  const stopAtHost = (event: Event): void => event.stopPropagation();
  for (const type of BLOCKED_EVENTS) {
    addEventListener(type, listen, { capture: true, passive: false });
    host.addEventListener(type, stopAtHost);
  }
  document.documentElement.append(host);
  host.showPopover();
  // Keys typed in a frame would not arrive here. Other elements keep their focus, so that the page's state does not change.
  const focused = document.activeElement;
  const isFrame = focused instanceof HTMLIFrameElement;
  if (isFrame) focused.blur();

  const surface: Surface = {
    host,
    root,
    async leave() {
      if (holder.stillreelSurface === surface) holder.stillreelSurface = undefined;
      if (!host.isConnected) return;
      setTimeout(() => {
        for (const type of BLOCKED_EVENTS) removeEventListener(type, listen, { capture: true });
      }, ECHO_MS);
      host.remove();
      if (isFrame) focused.focus({ preventScroll: true });
      await painted();
    },
  };
  holder.stillreelSurface = surface;
  return surface;
}
