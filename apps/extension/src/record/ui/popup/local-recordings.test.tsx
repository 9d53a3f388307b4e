import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { LocalRecording } from "@stillreel/recorder/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KNOWN_OWNERS } from "../../../shared/data/owner.ts";
import { useLocalRecordings } from "./local-recordings.tsx";

const RECORDING = { id: "first", state: "recording" } as LocalRecording;
const sendMessage = vi.fn<(message: { name: string }) => Promise<unknown>>();
let onChanged: ((changes: Record<string, unknown>) => void) | null = null;

beforeEach(() => {
  sendMessage.mockReset();
  vi.stubGlobal("chrome", {
    runtime: { sendMessage },
    storage: {
      local: {
        onChanged: {
          addListener: (listener: typeof onChanged) => (onChanged = listener),
          removeListener: () => (onChanged = null),
        },
      },
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answer = (...recordings: LocalRecording[]) => ({ ok: true, reply: recordings });

test("a query that fails is repeated", async () => {
  sendMessage
    .mockResolvedValueOnce({ ok: false, error: "The offscreen page cannot be opened." })
    .mockRejectedValueOnce(new Error("The message port closed."))
    .mockResolvedValue(answer(RECORDING));
  const { result } = renderHook(() => useLocalRecordings());
  await waitFor(() => expect(result.current.recordings).toEqual([RECORDING]), { timeout: 5_000 });
  expect(sendMessage).toHaveBeenCalledTimes(3);
});

test("the list is queried again when the account of the session becomes known", async () => {
  sendMessage.mockResolvedValueOnce(answer()).mockResolvedValue(answer(RECORDING));
  const { result } = renderHook(() => useLocalRecordings());
  await waitFor(() => expect(sendMessage).toHaveBeenCalledTimes(1));
  await act(async () => onChanged?.({ theme: {} }));
  expect(sendMessage).toHaveBeenCalledTimes(1);
  await act(async () => onChanged?.({ [KNOWN_OWNERS]: {} }));
  await waitFor(() => expect(result.current.recordings).toEqual([RECORDING]));
});

test("an earlier query that is answered last does not replace the newer list", async () => {
  let answerFirst: (reply: unknown) => void = () => undefined;
  sendMessage.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve))).mockResolvedValue(answer(RECORDING));
  const { result } = renderHook(() => useLocalRecordings());
  await act(async () => onChanged?.({ [KNOWN_OWNERS]: {} }));
  await waitFor(() => expect(result.current.recordings).toEqual([RECORDING]));
  await act(async () => answerFirst(answer()));
  expect(result.current.recordings).toEqual([RECORDING]);
});
