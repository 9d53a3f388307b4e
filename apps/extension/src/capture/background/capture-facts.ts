import type { CaptureFacts } from "@stillreel/contract";

interface Brand {
  brand: string;
  version: string;
}

/** Browser data as `navigator.userAgentData` provides it (Chromium). */
interface UserAgentData {
  brands: readonly Brand[];
  platform: string;
  getHighEntropyValues(hints: readonly string[]): Promise<{ platformVersion?: string }>;
}

/** Returns the product name, for example `Google Chrome 156`; neither the engine nor the placeholder brand. */
export function browserName(brands: readonly Brand[]): string | undefined {
  const real = brands.filter(({ brand }) => !/not[^a-z]*a[^a-z]*brand/iu.test(brand));
  const known = real.find(({ brand }) => brand !== "Chromium") ?? real[0];
  return known && `${known.brand} ${known.version}`.slice(0, 100);
}

/** Returns `Windows 11`, `macOS 15.2` or `Linux`. Windows maps its version numbers above 10 differently. */
export function systemName(platform: string, version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (platform === "Windows") return major >= 13 ? "Windows 11" : major > 0 ? "Windows 10" : "Windows";
  if (platform === "macOS" && major > 0) return `macOS ${major}.${minor}`;
  return platform.slice(0, 100);
}

/** Returns sizes that only the page knows, in CSS pixels. Runs inside the page and must not reference other code. */
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
    // A page that accepts no script is captured without its sizes.
    return {};
  }
}

/** Shortens a text without splitting a character. */
const limited = (text: string, length: number): string =>
  text.length <= length ? text : Array.from(text.slice(0, length)).slice(0, -1).join("");

const agentData = (): UserAgentData | undefined => (navigator as Navigator & { userAgentData?: UserAgentData }).userAgentData;

/** Facts about page and system that are known before the picture. */
export interface AroundCapture {
  sizes: Pick<CaptureFacts, "screen" | "viewport">;
  platformVersion: string;
}

/** Reads the facts from page and browser. Returns null for pictures without a tab. */
export async function aroundCapture(tabId: number | null): Promise<AroundCapture> {
  const [inPage, details] = await Promise.all([
    sizesOf(tabId),
    agentData()
      ?.getHighEntropyValues(["platformVersion"])
      .catch(() => ({ platformVersion: "" })),
  ]);
  return { sizes: inPage, platformVersion: details?.platformVersion ?? "" };
}

/** Returns the facts of a capture; unknown facts are omitted. */
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
