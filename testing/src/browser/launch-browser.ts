import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

/** Features that Playwright disables. Chromium reads only the last `--disable-features`, so the list is repeated here. */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
/** Popups of the address bar that are web pages: each new page loads both, which takes three quarters of its processor time. */
const ADDRESS_BAR_POPUPS = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Flags for a Chromium without background activity that is the same on every machine. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--lang=en-US",
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR_POPUPS].join(",")}`,
];

/** Returns the path of Chromium: `CHROMIUM_PATH`, or Debian's. */
export function chromiumPath(): string {
  return process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
}

/** Starts a browser without any extension. Each of its contexts is a new, signed-out user. Tests may add flags. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...QUIET, ...switches] });
}

let shared: Promise<Browser> | undefined;

/** Returns the browser that the test files of this process share. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (!running?.isConnected()) shared = launchBrowser();
  return shared as Promise<Browser>;
}

/** Closes every context of a browser, so that the next test file starts with none. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Chromium's fake camera and microphone, without permission prompts. */
export const FAKE_DEVICES = [
  "--use-fake-device-for-media-stream",
  "--auto-accept-camera-and-microphone-capture",
  "--autoplay-policy=no-user-gesture-required",
];

/** Profile settings of a browser with an extension. */
export interface ProfileChoice {
  /** A profile folder that remains when the browser ends. The default is a new one, removed at the end. */
  folder?: string;
  /** Whether microphone and camera are allowed. (By default they are blocked.) */
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
 * @param moreArgs further flags of Chromium, such as `--force-device-scale-factor=2`
 * @param choice an existing profile, and its permissions
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
