import { afterEach, expect, test, vi } from "vitest";
import { pickFiles, pickFolder } from "./open-uploads.ts";
import { setUploadTarget } from "./upload-target.ts";

const click = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(() => {});
afterEach(() => {
  click.mockClear();
  setUploadTarget(null);
});

const opened = (): (HTMLInputElement | undefined)[] => click.mock.contexts.map((input) => input as HTMLInputElement);

test("the file picker opens before the code of uploads is loaded: later, the browser would refuse it", () => {
  pickFiles();
  expect(opened().map((input) => [input?.type, input?.multiple, input?.webkitdirectory ?? false])).toEqual([["file", true, false]]);
  pickFolder();
  expect(opened()[1]?.webkitdirectory).toBe(true);
});

test("a read-only folder opens no picker", () => {
  setUploadTarget({ workspaceId: "w", folderId: "f", folderName: "Plans", type: "mixed", isReadOnly: true });
  pickFiles();
  expect(opened()).toEqual([]);
});
