import { plainElement } from "@stillreel/board/shapes";
import type { ExcalidrawElement, OrderedExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import type { BinaryFileData } from "@excalidraw/excalidraw/types";
import { afterEach, expect, test, vi } from "vitest";
import { imageAdoption } from "./image-adoption.ts";

vi.mock("@excalidraw/excalidraw", () => ({ CaptureUpdateAction: { NEVER: "NEVER" } }));
afterEach(() => void vi.unstubAllGlobals());

const image = (id: string, parts: object = {}): ExcalidrawElement =>
  plainElement(id, { type: "image", fileId: "foreign", status: "saved", ...parts }) as unknown as ExcalidrawElement;
const CONTENT = `data:image/png;base64,${btoa("PNG")}`;

/** A drawing with elements that were pasted, and the image that they show. */
function drawing(elements: ExcalidrawElement[], dataURL = CONTENT, stored: readonly string[] = []) {
  const scene = { elements: elements as OrderedExcalidrawElement[], files: [] as BinaryFileData[] };
  const given = { id: "foreign", dataURL, mimeType: "image/png", created: 0 } as unknown as BinaryFileData;
  const uploaded: File[] = [];
  const adopt = imageAdoption({
    api: {
      addFiles: (files) => void scene.files.push(...files),
      getFiles: () => ({ foreign: given }),
      getSceneElementsIncludingDeleted: () => scene.elements,
      updateScene: ({ elements: next }) => void (scene.elements = [...(next ?? [])] as OrderedExcalidrawElement[]),
    },
    upload: async (file) => {
      uploaded.push(await file);
      return "stored";
    },
    isStored: (fileId) => stored.includes(fileId),
  });
  return { scene, uploaded, adopt };
}

test("the image of pasted elements is stored once, and the elements show the stored one", async () => {
  const { scene, uploaded, adopt } = drawing([image("1"), image("2"), image("3", { customData: { itemId: "item" } })]);
  expect(scene.elements.map((one) => adopt(one, undefined))).toEqual([true, true, false]);
  await vi.waitFor(() => expect(scene.elements.map((one) => "fileId" in one && one.fileId)).toEqual(["stored", "stored", "foreign"]));
  expect(await Promise.all(uploaded.map(async (file) => [await file.text(), file.type]))).toEqual([["PNG", "image/png"]]);
  expect(scene.files).toMatchObject([{ id: "stored", dataURL: CONTENT }]);
  expect(scene.elements.map(({ version }) => version)).toEqual([2, 2, 1]);
});

test("images of the board are not stored again", () => {
  const known = image("1");
  const { uploaded, adopt } = drawing([known], CONTENT, ["own"]);
  expect(adopt(image("2", { fileId: "own" }), undefined)).toBe(false);
  expect(adopt(known, plainElement("1", { type: "image", fileId: "foreign" }))).toBe(false);
  expect(adopt(image("3", { fileId: "unloaded" }), undefined)).toBe(false);
  expect(uploaded).toEqual([]);
});

test.each([
  ["is on another server", "https://elsewhere.example/a.png"],
  ["is not available any more", "/media/expired"],
])("an element whose image %s is deleted", async (_reason, dataURL) => {
  vi.stubGlobal("location", new URL("https://stillreel.example/boards/1"));
  const fetched = vi.fn(() => Promise.resolve(new Response("", { status: 404 })));
  vi.stubGlobal("fetch", fetched);
  const { scene, adopt } = drawing([image("1")], dataURL);
  expect(scene.elements.map((one) => adopt(one, undefined))).toEqual([true]);
  await vi.waitFor(() => expect(scene.elements[0]?.isDeleted).toBe(true));
  expect(fetched).toHaveBeenCalledTimes(dataURL.startsWith("/") ? 1 : 0);
});
