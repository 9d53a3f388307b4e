/** Time limit of each request that searches for the cause of a failed load, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** Messages of browsers and of the build's loader of style sheets. */
const MESSAGE = /dynamically imported module|importing a module script|unable to preload css/i;
/** The address in such a message. Safari names none. */
const ASSET = /\/assets\/[\w.~-]+/u;

/** A file of the portal's code, style sheets or texts that was not loaded. */
export class CodeLoadError extends Error {
  override readonly name = "CodeLoadError";
}

/** Returns whether an error is that of a file of the portal that was not loaded, and not of the code in it. */
export const isCodeLoadError = (error: unknown): error is Error => error instanceof Error && MESSAGE.test(error.message);

/**
 * Loads code. A failed load gets an error of this product: the router reloads the page automatically on the errors of browsers, which ends
 * uploads, and shows an empty page of the browser without a connection.
 */
export async function loadCode<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    throw isCodeLoadError(error) ? new CodeLoadError(`Not loaded. ${error.message}`, { cause: error }) : error;
  }
}

const request = (address: string, method: string): Promise<Response> =>
  fetch(address, { method, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Returns whether a file was not loaded because the server has another version of the portal than this page: the file no longer exists
 * there, or the server's page has other scripts. False without an answer of the server, too.
 */
export async function isOtherVersion(error: Error): Promise<boolean> {
  try {
    const [asset] = ASSET.exec(error.message) ?? [];
    if (asset && (await request(asset, "HEAD")).status === 404) return true;
    const scripts = document.querySelector("[data-scripts]")?.getAttribute("data-scripts");
    const page = await request("/", "GET");
    return Boolean(scripts) && page.ok && !(await page.text()).includes(`"${scripts}"`);
  } catch {
    return false;
  }
}
