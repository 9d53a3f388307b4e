import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

/** Flags that keep Chromium quiet and alike on every machine. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--lang=en-US",
];

/** Where Chromium is: `CHROMIUM_PATH`, or Debian's. */
export function chromiumPath(): string {
  return process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
}

/** A browser without any extension; each of its contexts is a fresh, signed-out person. With further switches where a test needs them. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...QUIET, ...switches] });
}

/** A made-up camera and microphone, which Chromium brings along, and no question before they are used. */
export const FAKE_DEVICES = [
  "--use-fake-device-for-media-stream",
  "--auto-accept-camera-and-microphone-capture",
  "--autoplay-policy=no-user-gesture-required",
];

/** How a browser with an extension is started apart from its size. */
export interface ProfileChoice {
  /** A profile that stays when the browser ends, to be used again. By default it is a new one, removed at the end. */
  folder?: string;
  /** Microphone and camera may be used, as if somebody had allowed it. (By default they are blocked.) */
  allowsDevices?: boolean;
}

/** A real Chromium profile with one unpacked extension. */
export interface ExtensionBrowser {
  context: BrowserContext;
  /** Ends the browser and removes its profile. */
  close(): Promise<void>;
}

/**
 * Starts Chromium with an unpacked extension, in its own profile.
 * @param folder the unpacked extension
 * @param size inner size of the window's pages, in CSS pixels
 * @param moreArgs further switches of Chromium, such as `--force-device-scale-factor=2`
 * @param choice a profile to be used again, and what was allowed in it before
 */
export async function launchWithExtension(
  folder: string,
  size = { width: 1440, height: 900 },
  moreArgs: readonly string[] = [],
  choice: ProfileChoice = {},
): Promise<ExtensionBrowser> {
  const profile = choice.folder ?? (await mkdtemp(path.join(os.tmpdir(), "stillreel-profile-")));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    // Playwright's own headless mode has no extensions; Chromium's new one has.
    headless: false,
    args: [
      ...QUIET,
      "--headless=new",
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      `--window-size=${size.width},${size.height}`,
      ...moreArgs,
    ],
    viewport: null,
    permissions: ["clipboard-read", "clipboard-write", ...(choice.allowsDevices ? ["microphone", "camera"] : [])],
  });
  return {
    context,
    async close() {
      await context.close();
      if (choice.folder === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
