import { ApiError } from "@stillreel/client";
import type { EditSource } from "@stillreel/contract";
import { act, renderHook, waitFor } from "@testing-library/react";
import { createVideoEditor, wholeVideo } from "@stillreel/video-editor/core";
import { expect, test, vi } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import type { OpenVideo } from "./open-video.ts";
import { useSaving } from "./use-saving.ts";

vi.mock("@tanstack/react-router", () => ({ useNavigate: () => () => Promise.resolve() }));

const missing = new ApiError({
  status: 409,
  code: "letters-missing",
  message: "This server has no font for some letters of the texts.",
  details: [{ field: "document.effects", code: "letters-missing", message: "漢字" }],
});
const server = fakeServer(() => ({
  "edits.render": ({ body }: { body: { missingLetters: string } }) =>
    body.missingLetters === "refuse" ? missing : { jobId: "j", itemId: "v" },
}));

function open() {
  const editor = createVideoEditor({ document: wholeVideo(40), source: { itemId: "v", type: "video", duration: 40 } as EditSource });
  const keeper = { flush: () => Promise.resolve(true), version: 3 };
  const video = { item: { id: "v", title: "Tour" }, editor, keeper, shown: null } as unknown as OpenVideo;
  const goToItem = vi.fn<() => void>();
  return { goToItem, ...renderHook(() => useSaving(video, goToItem)) };
}
const asked = () =>
  server.calls.filter(({ id }) => id === "edits.render").map(({ body }) => (body as { missingLetters: string }).missingLetters);

test("letters that cannot be drawn are named before the video is saved, and nothing is saved without consent", async () => {
  const { result, goToItem } = open();
  act(() => void result.current.save());
  await waitFor(() => expect(result.current.letters?.missing).toBe("漢字"));
  act(() => result.current.letters?.onClose());
  await waitFor(() => expect(result.current.isBusy).toBe(false));
  expect(result.current.letters).toBeNull();
  expect(goToItem).not.toHaveBeenCalled();
  expect(asked()).toEqual(["refuse"]);
});

test("a video with missing letters is saved when the user wants it", async () => {
  const { result, goToItem } = open();
  act(() => void result.current.save());
  await waitFor(() => expect(result.current.letters).not.toBeNull());
  act(() => result.current.letters?.onSave());
  await waitFor(() => expect(goToItem).toHaveBeenCalledOnce());
  expect(asked()).toEqual(["refuse", "draw"]);
});
