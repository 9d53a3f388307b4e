import { useDirection } from "@mantine/core";
import { Avatar, Chip } from "@stillreel/ui";
import { IconEye, IconX } from "@tabler/icons-react";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { SquareAvatar } from "../../ui/square-avatar.tsx";
import styles from "./access-grid.module.css";
import { LEVELS, levelOf, reasonOf, stepInGrid, type AccessRow, type Level } from "./access.plan.ts";

interface Props {
  label: string;
  rows: readonly AccessRow[];
  /** Id of the folder or item. */
  targetId: string;
  myId: string | undefined;
  canEdit: boolean;
  onSet: (row: AccessRow, level: Level | null) => void;
  /** Shows the workspace as a member sees it; absent for users without that permission. */
  onPreview?: ((row: AccessRow) => void) | undefined;
}

/** A control in a row. */
interface Cell {
  id: string;
  label: string;
  content: ReactNode;
  /** Whether it is the current level; undefined for controls that are not levels. */
  isOn?: boolean;
  /** Whether it is the level in effect although it is not set here. */
  isInEffect?: boolean;
  run: () => void;
}

/** Everyone, teams and members in one grid with one Tab stop and arrow key navigation. */
export function AccessGrid({ label, rows, targetId, myId, canEdit, onSet, onPreview }: Props): ReactNode {
  const { t } = useTranslation("access");
  const { dir } = useDirection();
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ row: 0, cell: 0 });
  const cellsOf = useCells({ canEdit, onSet, onPreview });
  const lines = rows.map((row) => ({ row, cells: cellsOf(row) }));
  const sizes = lines.map(({ cells }) => cells.length);
  // Rows change with filter and edits: the Tab stop must be an existing cell.
  const isThere = (sizes[at.row] ?? 0) > at.cell;
  const stop = isThere ? at : (stepInGrid("Home", { row: 0, cell: 0 }, sizes, false) ?? at);
  const handleKey = (event: KeyboardEvent): void => {
    const next = stepInGrid(event.key, stop, sizes, dir === "rtl");
    if (!next) return;
    event.preventDefault();
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row}/${next.cell}"]`)?.focus();
  };
  return (
    // The keys are its buttons': the grid itself has no stop.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus (roving Tab stop)
    <div className={styles.grid} role="grid" aria-label={label} aria-rowcount={rows.length} ref={grid} onKeyDown={handleKey}>
      {lines.map(({ row, cells }, index) => (
        <div key={`${row.type}/${row.id}`} role="row" className={styles.row} data-access-row={row.name}>
          <div role="rowheader" className={styles.who}>
            <Who row={row} targetId={targetId} isMe={row.type === "member" && row.id === myId} />
          </div>
          <Cells row={row} cells={cells} index={index} stop={stop} canEdit={canEdit} onFocus={(cell) => setAt({ row: index, cell })} />
        </div>
      ))}
      {rows.length === 0 && (
        <div role="row">
          <div role="gridcell" aria-label={t("who")} />
        </div>
      )}
    </div>
  );
}

/** Returns the controls of a row: levels, reset, and preview. */
function useCells({ canEdit, onSet, onPreview }: Pick<Props, "canEdit" | "onSet" | "onPreview">): (row: AccessRow) => Cell[] {
  const { t } = useTranslation("access");
  return (row) => {
    const name = row.type === "everyone" ? t("everyone", { name: row.name }) : row.name;
    const cells: Cell[] = [];
    if (canEdit && row.isBound) {
      for (const level of LEVELS)
        cells.push({
          id: level,
          label: t("set", { name, level: t(`levels.${level}`) }),
          content: t(`levels.${level}`),
          isOn: row.level === level,
          isInEffect: row.level === null && row.effective !== null && levelOf(row.effective.permission) === level,
          run: () => onSet(row, level),
        });
    }
    // An entry of a user who is no longer bound by entries can be removed too.
    if (canEdit && row.level !== null)
      cells.push({
        id: "inherit",
        label: t("inherit", { name }),
        content: <IconX size={16} stroke={1.7} aria-hidden="true" />,
        run: () => onSet(row, null),
      });
    if (onPreview && row.type === "member" && row.isBound)
      cells.push({
        id: "preview",
        label: t("preview.start", { name }),
        content: <IconEye size={16} stroke={1.7} aria-hidden="true" />,
        run: () => onPreview(row),
      });
    return cells;
  };
}

interface CellsProps {
  row: AccessRow;
  cells: readonly Cell[];
  index: number;
  stop: { row: number; cell: number };
  canEdit: boolean;
  onFocus: (cell: number) => void;
}

function Cells({ row, cells, index, stop, canEdit, onFocus }: CellsProps): ReactNode {
  const { t } = useTranslation("access");
  const button = (cell: Cell): ReactNode => {
    const position = cells.indexOf(cell);
    return (
      <button
        key={cell.id}
        type="button"
        className={cell.isOn === undefined ? styles.icon : styles.level}
        data-cell={`${index}/${position}`}
        tabIndex={stop.row === index && stop.cell === position ? 0 : -1}
        aria-label={cell.label}
        aria-pressed={cell.isOn}
        data-in-effect={cell.isInEffect || undefined}
        title={cell.isOn === undefined ? cell.label : undefined}
        onFocus={() => onFocus(position)}
        onClick={cell.run}
      >
        {cell.content}
      </button>
    );
  };
  const levels = cells.filter(({ isOn }) => isOn !== undefined);
  const preview = cells.find(({ id }) => id === "preview");
  const inherit = cells.find(({ id }) => id === "inherit");
  return (
    <>
      <div role="gridcell" className={styles.preview}>
        {preview && button(preview)}
      </div>
      <div role="gridcell" className={styles.levels}>
        {!row.isBound && row.effective && (
          <Chip tone={row.effective.member.role === "owner" ? "accent" : "plain"}>{t(`roles.${row.effective.member.role}`)}</Chip>
        )}
        {row.isBound && !canEdit && (
          <span className={styles.inherited}>{row.level === null ? t("inherited") : t(`levels.${row.level}`)}</span>
        )}
        {levels.length > 0 && <span className={styles.track}>{levels.map(button)}</span>}
      </div>
      <div role="gridcell" className={styles.inherit}>
        {inherit && button(inherit)}
      </div>
    </>
  );
}

function Who({ row, targetId, isMe }: { row: AccessRow; targetId: string; isMe: boolean }): ReactNode {
  const { t, i18n } = useTranslation("access");
  const number = formatCount(row.size ?? 0, i18n.language);
  return (
    <>
      {row.type === "member" ? (
        <Avatar name={row.name} src={row.photoURL} size={32} />
      ) : (
        <SquareAvatar name={row.name} src={row.photoURL} size={32} />
      )}
      <span className={styles.names}>
        <span className={styles.name}>
          <bdi>{row.type === "everyone" ? t("everyone", { name: row.name }) : row.name}</bdi>
          {isMe && <span className={styles.why}> {t("you")}</span>}
        </span>
        <span className={styles.why}>
          {row.type === "everyone" && t("members", { count: row.size ?? 0, number })}
          {row.type === "team" && t("teamOf", { count: row.size ?? 0, number })}
          {row.type !== "member" && row.level === null && `, ${t("unset")}`}
          {row.effective && <Why right={row.effective} targetId={targetId} />}
        </span>
      </span>
    </>
  );
}

/** Explains a permission, for example "Can view, from team Design on Campaigns". */
function Why({ right, targetId }: { right: NonNullable<AccessRow["effective"]>; targetId: string }): ReactNode {
  const { t } = useTranslation("access");
  const reason = reasonOf(right, targetId);
  if (reason.key === "always") return t(`why.${reason.role === "owner" ? "owner" : "admin"}`);
  const can = t(`can.${levelOf(right.permission)}`);
  const why = ((): string => {
    if (reason.key === "role") return t("why.role", { role: t(`roles.${reason.role}`) });
    if ("teams" in reason) {
      const values = { count: reason.teams.length, teams: reason.teams.join(", ") };
      return reason.key === "team" ? t("why.team", { ...values, place: reason.place }) : t(`why.${reason.key}`, values);
    }
    return "place" in reason ? t(`why.${reason.key}`, { place: reason.place }) : t(`why.${reason.key}`);
  })();
  return (
    <>
      <b className={styles.can}>{can}</b>, <bdi>{why}</bdi>
    </>
  );
}
