import { isApiError } from "@stillreel/client";
import { toasts } from "@stillreel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { boardsQuery, listsQuery, makeCard } from "../../entities/sends/sends.queries.ts";
import { openAction, SendFoot, SendFrame, type SendProps, useConnection, useService } from "./send-frame.tsx";
import { AttachedNote, ChoiceField, choiceOf, type Choices, choose, TextFields, useEntered, useNoteChoices } from "./send-fields.tsx";
import styles from "./sends.module.css";

/** Creates a card of the connected card board from an item. */
export function TrelloDialog(props: SendProps): ReactNode {
  const { item, onClose } = props;
  const { t } = useTranslation("sends");
  const make = useMutation(makeCard);
  const [entered, set] = useEntered("trello", props, make.reset);
  const note = useNoteChoices("trello");
  const isConnected = useService("trello")?.status === "connected";
  const boards = useBoards(entered, isConnected);
  const error = make.error ?? boards.error;
  const connection = useConnection("trello", { item, values: entered, error });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (make.isPending) return;
    const { title = "", description = "" } = entered;
    const { boardId, listId } = boards;
    make.mutate(
      { itemId: item.id, boardId: choiceOf(boardId), listId: choiceOf(listId), title, description },
      {
        onSuccess: ({ url, isAttached }) => {
          note({ boardId, listId });
          toasts.show(t(isAttached ? "trello.made" : "trello.madeWithout"), { tone: "done", ...openAction(t("trello.open"), url) });
          onClose();
        },
      },
    );
  };
  return (
    <SendFrame
      service="trello"
      title={t("trello.title")}
      item={item}
      account={connection.account}
      isTouched={(entered["description"] ?? "") !== ""}
      onClose={onClose}
    >
      {connection.notice}
      {connection.isReady && (
        <form onSubmit={handleSubmit} noValidate>
          <BoardFields boards={boards} onChange={set} isTried={isApiError(make.error, "validation-failed")} />
          <TextFields entered={entered} onChange={set} error={make.error} />
          <AttachedNote item={item} />
          <SendFoot error={error} isSending={make.isPending} submit={t("trello.submit")} onClose={onClose} />
        </form>
      )}
    </SendFrame>
  );
}

type Boards = ReturnType<typeof useBoards>;

/** The choices of the form. A single choice is made already. */
function useBoards(entered: Choices, isConnected: boolean) {
  const boards = useQuery({ ...boardsQuery, enabled: isConnected });
  const boardId = choose(boards.data, entered["boardId"]);
  const lists = useQuery(listsQuery(boardId));
  const listId = choose(lists.data, entered["listId"]);
  return { boards, boardId, lists, listId, error: boards.error ?? lists.error };
}

function BoardFields({
  boards: { boards, boardId, lists, listId },
  onChange,
  isTried,
}: {
  boards: Boards;
  onChange: (change: Choices) => void;
  isTried: boolean;
}): ReactNode {
  const { t } = useTranslation("sends");
  return (
    <>
      <div role="status">{boards.data?.length === 0 && <p className={styles.problem}>{t("trello.noBoards")}</p>}</div>
      <div className={styles.pair}>
        <ChoiceField
          {...{ isTried }}
          hasFirstFocus
          label={t("trello.board")}
          prompt={boards.isPending ? t("loading") : t("trello.chooseBoard")}
          value={boardId}
          list={boards.data}
          onChange={(next) => onChange({ boardId: next, listId: "" })}
        />
        <ChoiceField
          {...{ isTried }}
          label={t("trello.list")}
          prompt={lists.isFetching ? t("loading") : t("trello.chooseList")}
          value={listId}
          list={lists.data}
          isDisabled={boardId === ""}
          onChange={(next) => onChange({ listId: next })}
        />
      </div>
    </>
  );
}
