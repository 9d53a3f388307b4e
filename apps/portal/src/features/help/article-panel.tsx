import { BASE_LANGUAGE, directionOf } from "@stillreel/i18n";
import { Link, useRouterState } from "@tanstack/react-router";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import textLink from "../../ui/text-link.module.css";
import { ArticleBody } from "./article-body.tsx";
import { ArticleFailure } from "./article-failure.tsx";
import { articleOfPath } from "./article-of-path.ts";
import { useArticle, useContent } from "./articles.ts";
import styles from "./help-panel.module.css";

/** The article that fits the page on which the panel was opened. Links to other articles open in the panel. */
export function ArticlePanel({ onLeave }: { onLeave: () => void }): ReactNode {
  const { t } = useTranslation("help");
  const path = useRouterState({ select: (state) => state.location.pathname });
  // An article that is being read stays when the page changes.
  const [slug, setSlug] = useState(() => articleOfPath(path));
  const fitting = articleOfPath(path);
  const top = useRef<HTMLHeadingElement>(null);
  const article = useArticle(slug);
  const fittingArticle = useArticle(fitting);
  const { data: blocks, isError, refetch } = useContent(slug);
  const show = (next: string): void => {
    setSlug(next);
    top.current?.focus();
  };
  const language = article?.language ?? BASE_LANGUAGE;
  return (
    <>
      <div className={styles.content}>
        <h3 ref={top} className={styles.articleTitle} tabIndex={-1} lang={language} dir={directionOf(language)}>
          {article?.title}
        </h3>
        {isError && <ArticleFailure onRetry={() => void refetch()} />}
        {blocks && <ArticleBody key={slug} blocks={blocks} language={language} level={3} onArticle={show} />}
      </div>
      <div className={styles.foot}>
        {fitting !== slug && (
          <button type="button" className={`${textLink.link} ${styles.fitting}`} onClick={() => show(fitting)}>
            {t("panel.fitting", { title: fittingArticle?.title ?? "" })}
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
