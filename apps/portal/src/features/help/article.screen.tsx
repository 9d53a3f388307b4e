import { directionOf } from "@stillreel/i18n";
import { ICON } from "@stillreel/ui";
import { IconArrowRight } from "@tabler/icons-react";
import { Link, useParams, useRouterState } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NotFoundScreen } from "../../ui/status/not-found.screen.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { ArticleBody } from "./article-body.tsx";
import { ArticleFailure } from "./article-failure.tsx";
import type { ArticleFacts, Block } from "./article-form.ts";
import { useArticle, useArticles, useContent } from "./articles.ts";
import styles from "./help.module.css";
import { HelpPage } from "./help-page.tsx";

/** The page of an article: content, contents at the end edge, and the next article. */
export function ArticleScreen(): ReactNode {
  const { article: slug = "" } = useParams({ strict: false });
  const article = useArticle(slug);
  return article ? <ArticlePage key={slug} article={article} /> : <NotFoundScreen />;
}

function ArticlePage({ article }: { article: ArticleFacts }): ReactNode {
  const { t } = useTranslation("help");
  const { data: blocks, isError, refetch } = useContent(article.slug);
  usePageTitle(article.title);
  useAnchor(blocks !== undefined);
  const articles = useArticles();
  const next = articles[articles.indexOf(article) + 1];
  const marked = { lang: article.language, dir: directionOf(article.language) };
  return (
    <HelpPage>
      <div className={styles.columns}>
        <main className={styles.article} id="content" tabIndex={-1}>
          <nav className={styles.breadcrumb} aria-label={t("breadcrumb")}>
            <Link to="/help" search={{}}>
              {t("title")}
            </Link>
            <span aria-hidden="true">/</span>
            <span>{t(`topics.${article.topic}.title`)}</span>
          </nav>
          <h1 className={styles.articleTitle} {...marked}>
            {article.title}
          </h1>
          <p className={styles.lead} {...marked}>
            {article.description}
          </p>
          {isError && <ArticleFailure onRetry={() => void refetch()} />}
          {blocks && <ArticleBody blocks={blocks} language={article.language} level={2} />}
          {blocks && next && (
            <Link className={styles.next} to="/help/$article" params={{ article: next.slug }}>
              <span>
                <span className={styles.nextLabel}>{t("next")}</span>
                <span lang={next.language} dir={directionOf(next.language)}>
                  {next.title}
                </span>
              </span>
              <IconArrowRight className={styles.mirrored} {...ICON} aria-hidden="true" />
            </Link>
          )}
        </main>
        {blocks && <Contents blocks={blocks} language={article.language} />}
      </div>
    </HelpPage>
  );
}

function Contents({ blocks, language }: { blocks: readonly Block[]; language: string }): ReactNode {
  const { t } = useTranslation("help");
  const headings = blocks.filter((block) => block.kind === "heading");
  if (headings.length < 2) return null;
  return (
    <nav className={styles.contents} aria-label={t("contents")}>
      <h2 className={styles.contentsTitle}>{t("contents")}</h2>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} lang={language} dir={directionOf(language)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to the section that the address names, once the content is there. */
function useAnchor(isReady: boolean): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  useEffect(() => {
    if (isReady && hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, [isReady, hash]);
}
