import { Avatar, Kbd } from "@stillreel/ui";
import { IconCamera, IconClock, IconFolder, IconFolderPlus, IconArrowRight, IconUpload, type Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { knownFolder } from "../../entities/folders/folders.queries.ts";
import { formatDuration } from "../../entities/items/item-facts.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { markHits } from "./mark-hits.ts";
import styles from "./search-option.module.css";
import type { SearchCommand, SearchOption } from "./search-options.ts";
import type { SearchHit } from "./search.queries.ts";

const ICONS: Record<SearchCommand["icon"], Icon> = { upload: IconUpload, folder: IconFolderPlus, still: IconCamera, go: IconArrowRight };

interface Props {
  id: string;
  option: SearchOption;
  typed: string;
  isCurrent: boolean;
  onPointerMove: () => void;
  onChoose: (wantsLink: boolean) => void;
}

/** One result row. The focus stays in the field, which references the row. */
export function SearchOptionLine({ id, option, typed, isCurrent, onPointerMove, onChoose }: Props): ReactNode {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      className={styles.option}
      data-option={option.id}
      onPointerMove={onPointerMove}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.metaKey || event.ctrlKey)}
      onKeyDown={(event) => event.key === "Enter" && onChoose(false)}
    >
      <Content option={option} typed={typed} />
      {option.kind === "command" && option.command.keyHint ? (
        <Kbd>{option.command.keyHint}</Kbd>
      ) : (
        isCurrent && (
          <span aria-hidden="true">
            <Kbd>↵</Kbd>
          </span>
        )
      )}
    </div>
  );
}

function Content({ option, typed }: { option: SearchOption; typed: string }): ReactNode {
  const { t } = useTranslation("search");
  switch (option.kind) {
    case "item":
      return <ItemContent hit={option.hit} typed={typed} />;
    case "comment":
      return <CommentContent hit={option.hit} typed={typed} />;
    case "folder":
      return (
        <Row
          icon={<IconFolder size={20} stroke={1.6} aria-hidden="true" style={{ color: option.folder.color }} />}
          title={<Marked text={option.folder.name} typed={typed} />}
          facts={t("folderItems", { count: option.folder.items })}
        />
      );
    case "person": {
      const { displayName, photoURL, email, workspaceId } = option.person;
      return (
        <Row
          icon={<Avatar name={displayName} src={photoURL} size={24} />}
          title={<Marked text={displayName} typed={typed} />}
          facts={[email, knownWorkspace(workspaceId)?.name].filter(Boolean).join(" · ")}
        />
      );
    }
    case "recent":
      return <Row icon={<IconClock size={18} stroke={1.6} aria-hidden="true" />} title={option.text} />;
    case "command": {
      const CommandIcon = ICONS[option.command.icon];
      return <Row icon={<CommandIcon size={18} stroke={1.6} aria-hidden="true" />} title={option.command.label} />;
    }
  }
}

/** Content of a row: an icon, a title and details. */
function Row({ icon, title, facts }: { icon: ReactNode; title: ReactNode; facts?: string }): ReactNode {
  if (facts === undefined)
    return (
      <>
        <span className={styles.icon}>{icon}</span>
        <bdi className={`${styles.text} ${styles.title}`}>{title}</bdi>
      </>
    );
  return (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>
        <bdi className={styles.title}>{title}</bdi>
        <bdi className={styles.facts}>{facts}</bdi>
      </span>
    </>
  );
}

/** A comment result: its author, the matching text and the item. */
const CommentContent = ({ hit: { match, title }, typed }: { hit: SearchHit; typed: string }): ReactNode => (
  <Row
    icon={<Avatar name={match.author ?? ""} src={null} size={24} />}
    title={
      <>
        “<Marked text={match.text} typed={typed} />”
      </>
    }
    facts={match.at === null ? title : `${title}, ${formatDuration(match.at)}`}
  />
);

/** An item result: picture, title, and the matching text or its folder. */
function ItemContent({ hit, typed }: { hit: SearchHit; typed: string }): ReactNode {
  const folder = hit.parentId ? knownFolder(hit.parentId) : undefined;
  const { ref } = useSpace();
  const space = spaceOf(hit);
  const elsewhere = space === ref ? null : knownWorkspace(space)?.name;
  const facts = [
    (hit.match.kind === "chapter" || hit.match.kind === "speech") && hit.match.at !== null ? formatDuration(hit.match.at) : null,
    hit.match.kind === "title" ? null : hit.match.text,
    hit.match.kind === "title" && hit.duration !== null ? formatDuration(hit.duration) : null,
    hit.match.kind === "title" ? folder?.name : null,
    hit.match.kind === "title" ? elsewhere : null,
  ].filter((fact): fact is string => Boolean(fact));
  return (
    <>
      <span className={styles.thumb} data-shape={hit.type === "video" ? "reel" : "still"}>
        {hit.thumbnailUrl && <img src={hit.thumbnailUrl} alt="" width={46} height={29} draggable={false} />}
      </span>
      <span className={styles.text}>
        <bdi className={styles.title}>
          <Marked text={hit.title} typed={typed} />
        </bdi>
        {facts.length > 0 && (
          <bdi className={styles.facts}>
            {hit.match.kind === "title" ? facts.join(" · ") : <Marked text={facts.join(" ")} typed={typed} />}
          </bdi>
        )}
      </span>
    </>
  );
}

function Marked({ text, typed }: { text: string; typed: string }): ReactNode {
  return markHits(text, typed).map((piece, index) =>
    piece.isHit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}
