import type { ReactNode } from "react";
import { ItemGate } from "../item-gate.tsx";
import { BoardPage } from "./board-page.tsx";

/** Page of one whiteboard. */
export const BoardScreen = (): ReactNode => <ItemGate type="board">{({ item }) => <BoardPage key={item.id} item={item} />}</ItemGate>;
