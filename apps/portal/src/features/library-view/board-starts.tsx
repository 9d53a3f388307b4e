import { EmptyState } from "@stillreel/ui";
import { IconArrowsSplit, IconFileImport, IconLayoutBoard, IconNote, IconPlus, IconTable, type Icon } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState, type ChangeEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BoardTarget } from "../../entities/boards/boards.queries.ts";
import { createFromTemplate, importBoard } from "../../entities/boards/new-board.ts";
import styles from "./board-starts.module.css";

const TEMPLATES = [
  ["blank", IconPlus],
  ["retro", IconNote],
  ["flow", IconArrowsSplit],
  ["wireframe", IconLayoutBoard],
  ["story-map", IconTable],
] as const satisfies readonly (readonly [string, Icon])[];

/** Tiles that create a whiteboard: empty, from a template, or from a file. */
export function BoardStarts({ target }: { target: BoardTarget }): ReactNode {
  const { t } = useTranslation("boards");
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: Promise<string | null>): Promise<void> => {
    setBusy(true);
    const to = await work;
    setBusy(false);
    if (to !== null) void navigate({ to });
  };
  const readFile = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    if (file) void run(importBoard(target, file));
  };
  return (
    <ul className={styles.starts} aria-label={t("new.heading")} aria-busy={isBusy}>
      {TEMPLATES.map(([name, TemplateIcon]) => (
        <li key={name}>
          <button
            type="button"
            data-first={name === "blank" || undefined}
            disabled={isBusy}
            onClick={() => void run(createFromTemplate(target, name))}
          >
            <TemplateIcon size={24} stroke={1.6} aria-hidden="true" />
            {name === "blank" ? t("new.heading") : t(`templates.${name}`)}
          </button>
        </li>
      ))}
      <li>
        <button type="button" disabled={isBusy} onClick={() => input.current?.click()}>
          <IconFileImport size={24} stroke={1.6} aria-hidden="true" />
          {t("new.importing")}
        </button>
        <input ref={input} type="file" accept=".excalidraw,application/json" hidden aria-label={t("new.importing")} onChange={readFile} />
      </li>
    </ul>
  );
}

/** Whiteboards without items. */
export function EmptyBoards(): ReactNode {
  const { t } = useTranslation("boards");
  return <EmptyState title={t("empty.title")} text={t("empty.text")} />;
}
