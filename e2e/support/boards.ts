import { plainElement } from "@stillreel/board/shapes";
import { createBoard, getBoard, type BoardElement, type ClientArgs } from "@stillreel/contract";
import type { Page } from "playwright-core";
import type { Person } from "./people.ts";

/** Returns an element of a board: by default a filled rectangle. */
export const shape = (id: string, parts: Partial<BoardElement> = {}): BoardElement =>
  plainElement(id, { index: `a${id}`, width: 200, height: 120, backgroundColor: "#bdebca", ...parts });

/** Creates a board, by default in the personal library, and returns its id. */
export async function makeBoard(owner: Person, title: string, elements: BoardElement[] = [], workspaceId?: string): Promise<string> {
  const body: ClientArgs<typeof createBoard>["body"] = {
    title,
    ...(workspaceId !== undefined && { workspaceId }),
    document: { format: 1, elements, canvas: { background: "#ffffff", grid: true } },
  };
  return (await owner.client.call(createBoard, { body })).id;
}

/** Returns the elements of a board that are not deleted, as the server has them. */
export const storedElements = async (owner: Person, boardId: string): Promise<BoardElement[]> =>
  (await owner.client.call(getBoard, { params: { boardId } })).document.elements.filter(({ isDeleted }) => !isDeleted);

/** Opens a board at its address and waits until changes can be stored. */
export async function openBoard(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByText("Saved", { exact: true }).waitFor();
}
