import { type ReactNode, useState } from "react";
import type { RecentItem } from "../../shared/data/account.ts";
import { clockText } from "../../record/core/clock.ts";
import { i18n, t } from "../../shared/data/i18n.ts";
import { itemPath, onServer } from "../../shared/core/server.ts";
import { ageOf } from "./age.ts";
import { LinkIcon, TickIcon } from "../../shared/ui/icons.tsx";
import { type RecentLocation, recentPath } from "./recent.plan.ts";

interface RowProps {
  item: RecentItem;
  location: RecentLocation | null;
  isCopied: boolean;
  onCopy: (item: RecentItem) => void;
}

function Thumbnail({ item }: { item: RecentItem }): ReactNode {
  const [isBroken, setBroken] = useState(false);
  const source = item.thumbnailUrl ?? item.sourceUrl;
  return (
    <span className={item.type === "video" ? "thumb reel" : "thumb"}>
      {source && !isBroken && <img src={onServer(source)} alt="" onError={() => setBroken(true)} />}
    </span>
  );
}

/** Duration and age of an item. */
function Facts({ item }: { item: RecentItem }): ReactNode {
  const age = ageOf(item.createdAt, Date.now(), i18n.language) ?? t("recent.justNow");
  const isTimed = item.type === "video" && item.duration !== null && item.duration > 0;
  return (
    <small>
      {isTimed && <bdi className="recent-length">{clockText((item.duration ?? 0) * 1_000)}</bdi>}
      {age}
    </small>
  );
}

function RecentRow({ item, location, isCopied, onCopy }: RowProps): ReactNode {
  const { type, id, shareUrl, permission } = item;
  // Without write permission an existing link can be copied but none can be created.
  const canCopy = shareUrl !== null || permission.write;
  return (
    <li className={isCopied ? "recent-row copied" : "recent-row"}>
      <a
        className="recent-item"
        href={onServer(itemPath({ type, id, workspaceId: location?.workspaceId ?? null }))}
        target="_blank"
        rel="noreferrer"
        aria-label={t("recent.open", { title: item.title })}
      >
        <Thumbnail item={item} />
        <span className="recent-words">
          <bdi className="recent-title">{item.title}</bdi>
          <Facts item={item} />
        </span>
      </a>
      {isCopied ? (
        <span className="chip">
          <TickIcon size={14} />
          {t("recent.copied")}
        </span>
      ) : (
        canCopy && (
          <button
            type="button"
            className="icon-button"
            aria-label={t("recent.copyLink", { title: item.title })}
            title={t("recent.copyLink", { title: item.title })}
            onClick={() => onCopy(item)}
          >
            <LinkIcon size={17} />
          </button>
        )
      )}
    </li>
  );
}

interface RecentListProps {
  items: RecentItem[] | null;
  /** Space or folder of the items; null for the personal library. */
  location: RecentLocation | null;
  copiedId: string | null;
  onCopy: (item: RecentItem) => void;
}

/** The newest items of the save target, with a copy button for each link. */
export function RecentList({ items, location, copiedId, onCopy }: RecentListProps): ReactNode {
  return (
    <section className="recent" aria-labelledby="recent-heading">
      <div className="recent-head">
        <h2 id="recent-heading">{location ? t("recent.headingIn", { name: location.name }) : t("recent.heading")}</h2>
        <a className="text-link" href={onServer(recentPath(location))} target="_blank" rel="noreferrer">
          {t("recent.library")}
        </a>
      </div>
      {items === null && <div className="recent-wait" role="status" aria-label={t("loading")} />}
      {items?.length === 0 && <p className="recent-empty">{t(location ? "recent.emptyIn" : "recent.empty")}</p>}
      {items && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <RecentRow key={item.id} item={item} location={location} isCopied={item.id === copiedId} onCopy={onCopy} />
          ))}
        </ul>
      )}
    </section>
  );
}
