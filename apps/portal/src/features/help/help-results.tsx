import { Button } from "@mantine/core";
import { VisuallyHidden } from "@stillreel/ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { directionOf } from "@stillreel/i18n";
import { useArticles, useSentences } from "./articles.ts";
import styles from "./help.module.css";
import { markMatches, searchArticles, type Hit } from "./search-articles.ts";

/** The articles that contain the typed words, each with the sentence that matches best. */
export function HelpResults({ typed }: { typed: string }): ReactNode {
  const { t } = useTranslation("help");
  const articles = useArticles();
  const { data: sections, isError, refetch } = useSentences();
  if (isError) {
    return (
      <div role="alert" className={styles.none}>
        <p>{t("searchFailed")}</p>
        <Button variant="default" onClick={() => void refetch()}>
          {t("tryAgain")}
        </Button>
      </div>
    );
  }
  if (!sections) return null;
  const hits = searchArticles(typed, articles, sections);
  return (
    <>
      <VisuallyHidden role="status">{hits.length === 0 ? t("none", { typed }) : t("found", { count: hits.length })}</VisuallyHidden>
      {hits.length === 0 ? (
        <div className={styles.none}>
          <h2 className={styles.noneTitle}>{t("none", { typed })}</h2>
          <p>{t("noneText")}</p>
        </div>
      ) : (
        <ul className={styles.hits}>
          {hits.map((hit) => (
            <li key={hit.article.slug}>
              <HitLink hit={hit} typed={typed} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function HitLink({ hit: { article, id, heading, sentence }, typed }: { hit: Hit; typed: string }): ReactNode {
  return (
    <Link className={styles.hit} to="/help/$article" params={{ article: article.slug }} {...(id === "" ? {} : { hash: id })}>
      <span className={styles.hitTitle} lang={article.language} dir={directionOf(article.language)}>
        <Marked text={article.title} typed={typed} />
        {heading !== "" && <span className={styles.hitSection}> › {heading}</span>}
      </span>
      <span className={styles.sentence} lang={article.language} dir={directionOf(article.language)}>
        <Marked text={sentence} typed={typed} />
      </span>
    </Link>
  );
}

function Marked({ text, typed }: { text: string; typed: string }): ReactNode {
  let at = 0;
  return markMatches(text, typed).map((part) => {
    const key = (at += part.text.length);
    return part.isMatch ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
