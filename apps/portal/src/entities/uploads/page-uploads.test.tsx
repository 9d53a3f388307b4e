import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { samplePicture } from "../../test-harness/sample-picture.ts";
import { addFiles, uploads } from "./page-uploads.ts";
import { setUploadTarget } from "./upload-target.ts";

const sendFile = vi.hoisted(() => vi.fn());
vi.mock("./send-file.ts", () => ({ sendFile, goesInPieces: () => false }));

const server = fakeServer(() => ({
  "auth.getPreferences": { copyUploadLink: true },
  "shares.get": { slug: "s", shareUrl: "https://stills.example/s/s" },
}));
const write = vi.fn<() => Promise<void>>();
beforeEach(() => {
  uploads.reset();
  setUploadTarget(null);
  const item = samplePicture("new", { workspaceId: "personal" });
  sendFile.mockResolvedValue({ item, importId: null, folderName: null, isRelocated: false });
  write.mockResolvedValue();
  vi.spyOn(navigator.clipboard, "write").mockImplementation(write);
});

const file = (name: string) => ({ file: new File(["1"], name, { type: "image/png" }), path: [] });
const asked = (id: string): number => server.calls.filter((call) => call.id === id).length;
async function upload(...names: string[]): Promise<void> {
  openScreens({ "/": () => null }, ["/"]);
  addFiles(names.map(file));
  await waitFor(() => expect(uploads.current().map(({ status }) => status)).toEqual(names.map(() => "done")));
}

test("the link of a file that is uploaded alone is made and copied", async () => {
  await upload("a.png");
  await screen.findByText("Link copied");
  expect(uploads.current()[0]?.isCopied).toBe(true);
});

test("without the preference an upload stays private", async () => {
  server.answers["auth.getPreferences"] = { copyUploadLink: false };
  await upload("a.png");
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect([asked("shares.get"), uploads.current()[0]?.isCopied]).toEqual([0, false]);
});

test("several files stay private", async () => {
  await upload("a.png", "b.png");
  expect(asked("shares.get")).toBe(0);
});

test("a link that could not be copied is turned off again", async () => {
  write.mockRejectedValue(new DOMException("refused", "NotAllowedError"));
  await upload("a.png");
  await waitFor(() => expect(asked("shares.delete")).toBe(1));
  expect(uploads.current()[0]?.isCopied).toBe(false);
});
