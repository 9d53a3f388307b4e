import { Button } from "@mantine/core";
import { asText, outlineOf, type BoardClient } from "@stillreel/board/core";
import { toasts } from "@stillreel/ui";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BoardItem } from "../../../entities/boards/boards.queries.ts";
import { copyText } from "../../../platform/clipboard.ts";
import styles from "./board.module.css";
import { showElement } from "./stage-actions.ts";
import type { Stage } from "./stage-store.ts";
import { useObjectName } from "./use-object-name.ts";
import { useStageState } from "./use-stage.ts";

interface Props {
  stage: Stage;
  board: BoardClient;
  items: ReadonlyMap<string, BoardItem>;
}

/** The objects of a board in reading order, with names. A click selects one and moves it into view. */
export function ObjectList({ stage, board, items }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const revision = useStageState(stage, (state) => state.revision);
  const selected = useStageState(stage, (state) => state.selected);
  // oxlint-disable-next-line react/exhaustive-deps -- the revision changes with the elements
  const entries = useMemo(() => outlineOf(board.elements()), [board, revision]);
  const nameOf = useObjectName(items);
  const copy = (): void => {
    copyText(asText(board.elements())).then(
      () => toasts.show(t("objects.copied"), { tone: "done" }),
      () => undefined,
    );
  };
  if (entries.length === 0) return <p className={styles.hint}>{t("objects.empty")}</p>;
  return (
    <>
      <ul className={styles.objects}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <button type="button" aria-pressed={selected.includes(entry.id)} onClick={() => showElement(stage, entry.id)}>
              <bdi>{nameOf(entry)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={copy}>
        {t("objects.copy")}
      </Button>
    </>
  );
}
