import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { loadedView, useLoaded } from "../../../platform/lazy-view.ts";
import { userQuery } from "../../../platform/session/user.queries.ts";
import { ItemGate } from "../item-gate.tsx";
import { useBoardSession } from "./board-session.ts";

const page = loadedView(() => import("./board-page.tsx"), "BoardPage");
// It is loaded while the connection is made, and before the click when the pointer is on a link to a board. A failed load is repeated by
// the page.
page.load().catch(() => undefined);

/** Page of one whiteboard. */
export const BoardScreen = (): ReactNode => <ItemGate type="board">{({ item }) => <Connected key={item.id} item={item} />}</ItemGate>;

function Connected({ item }: { item: ItemView }): ReactNode {
  const { data: user } = useQuery(userQuery);
  const board = useBoardSession(item.id, user?.id);
  useLoaded(page);
  const BoardPage = page.component;
  return board && BoardPage ? <BoardPage item={item} board={board} /> : <div aria-busy="true" />;
}
