import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { dispatchLiveEvent } from "../../platform/live/live-events.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { useOpening } from "./use-opening.ts";

vi.mock("../../entities/annotation-drafts/annotation-drafts.ts", () => ({ findDraft: () => Promise.resolve(null) }));

const item = { id: "v", type: "video", stage: "processing", permission: { write: true }, trash: false, chapters: [], workspaceId: null };
const source = { itemId: "v", type: "video", duration: 40, hasSound: true, storyboard: null, waveformUrl: null, posterUrl: null };
const server = fakeServer(() => ({
  "items.getVideo": item,
  "edits.get": { document: { version: 1, clips: [], effects: [] }, version: 0, source, joined: [], assets: [], shown: null, render: null },
  "playback.get": { captions: [] },
  "pointer.get": null,
}));
const changed = (itemId: string) => act(() => dispatchLiveEvent({ type: "items", workspaceId: "w", itemIds: [itemId], origin: null }));

test("a video that is still processed is opened when it is ready", async () => {
  const { result } = renderHook(() => useOpening({ itemId: "v", ref: "personal" }, "u"));
  await waitFor(() => expect(result.current.shown.state).toBe("processing"));
  server.answers["items.getVideo"] = { ...item, stage: "ready" };
  changed("another");
  expect(result.current.shown.state).toBe("processing");
  changed("v");
  expect(result.current.shown.state).toBe("processing");
  await waitFor(() => expect(result.current.shown.state).toBe("open"));
});
