import type { CaptureFacts } from "@stillreel/contract";

interface Brand {
  brand: string;
  version: string;
}

/** What the browser tells about itself, where it tells it in parts (Chromium does, as `navigator.userAgentData`). */
interface UserAgentData {
  brands: readonly Brand[];
  platform: string;
  getHighEntropyValues(hints: readonly string[]): Promise<{ platformVersion?: string }>;
}

/** `Google Chrome 156`: the name that people know it by, not the engine's and not the made-up one in between. */
export function browserName(brands: readonly Brand[]): string | undefined {
  const real = brands.filter(({ brand }) => !/not[^a-z]*a[^a-z]*brand/iu.test(brand));
  const known = real.find(({ brand }) => brand !== "Chromium") ?? real[0];
  return known && `${known.brand} ${known.version}`.slice(0, 100);
}

/** `Windows 11`, `macOS 15.2`, `Linux`: Windows counts on after 10 in another way. */
export function systemName(platform: string, version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (platform === "Windows") return major >= 13 ? "Windows 11" : major > 0 ? "Windows 10" : "Windows";
  if (platform === "macOS" && major > 0) return `macOS ${major}.${minor}`;
  return platform.slice(0, 100);
}

/** Sizes that only a page knows, in CSS pixels. Runs inside the page, alone. */
function sizes(): Pick<CaptureFacts, "screen" | "viewport"> {
  return { screen: { width: screen.width, height: screen.height }, viewport: { width: innerWidth, height: innerHeight } };
}

async function sizesOf(tabId: number | null): Promise<Pick<CaptureFacts, "screen" | "viewport">> {
  if (tabId === null) return {};
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func: sizes });
    const found = frame?.result;
    const isSize = (size: { width: number; height: number } | undefined): boolean =>
      size !== undefined && [size.width, size.height].every((side) => Number.isInteger(side) && side >= 1 && side <= 100_000);
    return { ...(isSize(found?.screen) && { screen: found?.screen }), ...(isSize(found?.viewport) && { viewport: found?.viewport }) };
  } catch {
    // A page that takes no script is captured without its sizes.
    return {};
  }
}

/** Cut where a reader would not notice, never inside a character. */
const limited = (text: string, length: number): string =>
  text.length <= length ? text : Array.from(text.slice(0, length)).slice(0, -1).join("");

const agentData = (): UserAgentData | undefined => (navigator as Navigator & { userAgentData?: UserAgentData }).userAgentData;

/** What can be learnt of page and system before there is a picture. */
export interface AroundCapture {
  sizes: Pick<CaptureFacts, "screen" | "viewport">;
  platformVersion: string;
}

/** Asks the page and the browser; null for pictures of no tab. */
export async function aroundCapture(tabId: number | null): Promise<AroundCapture> {
  const [inPage, details] = await Promise.all([
    sizesOf(tabId),
    agentData()
      ?.getHighEntropyValues(["platformVersion"])
      .catch(() => ({ platformVersion: "" })),
  ]);
  return { sizes: inPage, platformVersion: details?.platformVersion ?? "" };
}

/** What a capture knows about itself; what cannot be learnt is left out. */
export function captureFacts(
  around: AroundCapture,
  about: {
    kind: NonNullable<CaptureFacts["kind"]>;
    /** The captured tab; null for screens and windows. */
    tab: chrome.tabs.Tab | null;
    takenAt: Date;
    pixelRatio: number;
  },
): CaptureFacts {
  const { kind, tab, takenAt, pixelRatio } = about;
  const agent = agentData();
  const browser = agent && browserName(agent.brands);
  return {
    kind,
    capturedAt: takenAt.toISOString(),
    ...(tab?.title && { pageTitle: limited(tab.title, 1_000) }),
    ...(browser && { browser }),
    ...(agent?.platform && { system: systemName(agent.platform, around.platformVersion) }),
    ...around.sizes,
    ...(tab && pixelRatio >= 0.1 && pixelRatio <= 20 && { pixelRatio: Math.round(pixelRatio * 1_000) / 1_000 }),
  };
}
