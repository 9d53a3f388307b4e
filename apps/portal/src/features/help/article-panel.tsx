import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import textLink from "../../ui/text-link.module.css";
import { ArticleBody } from "./article-body.tsx";
import { ArticleFailure } from "./article-failure.tsx";
import { articleOfPath } from "./article-of-path.ts";
import { contentQuery, findArticle } from "./articles.ts";
import styles from "./help-panel.module.css";

/** The article that fits the page on which the panel was opened. Links to other articles open in the panel. */
export function ArticlePanel({ onLeave }: { onLeave: () => void }): ReactNode {
  const { t } = useTranslation("help");
  const path = useRouterState({ select: (state) => state.location.pathname });
  // An article that is being read stays when the page changes.
  const [slug, setSlug] = useState(() => articleOfPath(path));
  const fitting = articleOfPath(path);
  const top = useRef<HTMLHeadingElement>(null);
  const { data: blocks, isError, refetch } = useQuery(contentQuery(slug));
  const show = (next: string): void => {
    setSlug(next);
    top.current?.focus();
  };
  return (
    <>
      <div className={styles.content}>
        <h3 ref={top} className={styles.articleTitle} tabIndex={-1} lang="en" dir="ltr">
          {findArticle(slug)?.title}
        </h3>
        {isError && <ArticleFailure onRetry={() => void refetch()} />}
        {blocks && <ArticleBody key={slug} blocks={blocks} level={3} onArticle={show} />}
      </div>
      <div className={styles.foot}>
        {fitting !== slug && (
          <button type="button" className={`${textLink.link} ${styles.fitting}`} onClick={() => show(fitting)}>
            {t("panel.fitting", { title: findArticle(fitting)?.title ?? "" })}
          </button>
        )}
        <Link className={textLink.link} to="/help/$article" params={{ article: slug }} onClick={onLeave}>
          {t("panel.full")}
        </Link>
        <Link className={textLink.link} to="/help" search={{}} onClick={onLeave}>
          {t("panel.all")}
        </Link>
      </div>
    </>
  );
}
