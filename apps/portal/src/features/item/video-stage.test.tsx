import { MantineProvider } from "@mantine/core";
import { theme } from "@stillreel/ui";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "../../i18n.ts";
import type { ItemView } from "../library/index.ts";
import { VideoStage } from "./video-stage.tsx";

const VIDEO = {
  id: "v",
  type: "video",
  title: "Release 4.12",
  stage: "ready",
  sourceUrl: "/media/one",
  posterUrl: "/media/poster",
  width: 1280,
  height: 720,
  failure: null,
  owner: { id: "m", displayName: "Mira", photoURL: null },
  createdAt: "2026-09-18T10:00:00.000Z",
} as ItemView;

/** What the simulated page's player lacks: a clock and a play button. */
const state = { time: 0, paused: true, rate: 1, muted: false };
const part = (key: keyof typeof state) => ({
  configurable: true,
  get: () => state[key],
  set: (value: never) => {
    state[key] = value;
  },
});

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  Object.assign(state, { time: 0, paused: true, rate: 1, muted: false });
  Object.defineProperties(HTMLVideoElement.prototype, {
    currentTime: part("time"),
    paused: part("paused"),
    playbackRate: part("rate"),
    muted: part("muted"),
    duration: { configurable: true, value: 20 },
    play: { configurable: true, value: async () => void (state.paused = false) },
    pause: { configurable: true, value: () => void (state.paused = true) },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(given: Partial<ItemView> = {}, renew: () => Promise<string | null> = async () => "/media/two") {
  const asked = vi.fn(renew);
  render(
    <MantineProvider theme={theme} env="test">
      <VideoStage item={{ ...VIDEO, ...given }} facts="1280 × 720" renew={asked} />
    </MantineProvider>,
  );
  return { asked, player: () => screen.getByLabelText<HTMLVideoElement>("Release 4.12") };
}
const say = async (player: HTMLVideoElement, ...events: string[]): Promise<void> => {
  for (const event of events) await act(async () => void fireEvent(player, new Event(event)));
};

test("a video that is ready plays with its poster", () => {
  const { player } = show();
  expect(player().getAttribute("src")).toBe("/media/one");
  expect(player().getAttribute("poster")).toBe("/media/poster");
  expect(player().getAttribute("preload")).toBe("metadata");
});

test("what is still coming or being made says so; what failed says why and gives the original", () => {
  show({ stage: "uploading", sourceUrl: null });
  expect(screen.getByRole("status").textContent).toContain("still uploading");
  cleanup();
  show({ stage: "processing" });
  expect(screen.getByRole("status").textContent).toContain("It plays here as soon as it can");
  cleanup();
  show({ stage: "failed", failure: "The file is damaged." });
  expect(screen.getByRole("alert").textContent).toContain("The file is damaged.");
  expect(screen.getByRole("link", { name: "Download the original" }).getAttribute("href")).toBe("/api/v1/items/v/download");
});

test("a young address is left alone; an old one is renewed before it is asked for more, and the position stays", async () => {
  const { asked, player } = show();
  await say(player(), "play", "seeking");
  expect(asked).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 250_000);
  Object.assign(state, { time: 12.5, paused: false, rate: 1.5 });
  await say(player(), "seeking");
  expect(asked).toHaveBeenCalledTimes(1);
  expect(player().getAttribute("src")).toBe("/media/two");
  // The browser begins the new source at zero, at its own speed, and stands still.
  Object.assign(state, { time: 0, paused: true, rate: 1 });
  await say(player(), "loadedmetadata");
  expect(state).toMatchObject({ time: 12.5, paused: false, rate: 1.5 });
  await say(player(), "play", "seeking");
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a paused video stays paused when its address is renewed", async () => {
  const { player } = show();
  vi.setSystemTime(Date.now() + 250_000);
  state.time = 3;
  await say(player(), "seeking");
  state.time = 0;
  await say(player(), "loadedmetadata");
  expect(state).toMatchObject({ time: 3, paused: true });
});

test("an address that fails is renewed where it was; one that keeps failing is told, with a way to try again", async () => {
  const user = userEvent.setup();
  const { asked, player } = show();
  Object.assign(state, { time: 7, paused: false });
  await say(player(), "timeupdate", "error");
  expect(asked).toHaveBeenCalledTimes(1);
  state.time = 0;
  await say(player(), "loadedmetadata");
  expect(state.time).toBe(7);
  await say(player(), "error");
  await say(player(), "error");
  expect(screen.getByRole("alert").textContent).toContain("could not be played");
  await user.click(screen.getByRole("button", { name: "Load it again" }));
  state.time = 0;
  await say(player(), "loadedmetadata");
  expect(state.time).toBe(7);
});

test("an address that is still good is asked again after a failure of the network, and left alone otherwise", async () => {
  const { player } = show({}, async () => "/media/one");
  const load = vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {});
  vi.setSystemTime(Date.now() + 250_000);
  state.time = 4;
  await say(player(), "seeking");
  expect(load).not.toHaveBeenCalled();
  await say(player(), "error");
  expect(load).toHaveBeenCalledTimes(1);
  state.time = 0;
  await say(player(), "loadedmetadata");
  expect(state.time).toBe(4);
});

test("an address that cannot be had says so", async () => {
  const { player } = show({}, async () => Promise.reject(new Error("offline")));
  await say(player(), "error");
  expect(screen.getByRole("alert").textContent).toContain("could not be played");
});

test("keys play, jump and mute from anywhere on the page but where they mean something else", async () => {
  const user = userEvent.setup();
  show();
  await user.keyboard("k");
  expect(state.paused).toBe(false);
  await user.keyboard(" ");
  expect(state.paused).toBe(true);
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
  expect(state.time).toBe(5);
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(state.time).toBe(0);
  await user.keyboard("m");
  expect(state.muted).toBe(true);
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  await user.keyboard("k ");
  expect(state.paused).toBe(true);
  field.remove();
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  await user.keyboard(" ");
  expect(state.paused).toBe(true);
  button.remove();
});
