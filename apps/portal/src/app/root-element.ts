const ROOT_ID = "root";

/** Resolves when the whole page is parsed. */
const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
    else resolve();
  });

/**
 * Returns the element of the application. `early.js` requests the code from the head of the page: with the code in the browser's cache, it
 * may run before the parser has reached the element.
 * @throws Error when the parsed page does not contain it
 */
export async function rootElement(): Promise<HTMLElement> {
  if (document.getElementById(ROOT_ID) === null) await parsed();
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error(`The page has no element with the id ${ROOT_ID}.`);
  return root;
}
