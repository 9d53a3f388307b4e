import { IconCamera, IconPencil, IconRocket, IconServer, IconShare3, IconVideo, type Icon } from "@tabler/icons-react";
import { ICON } from "@stillreel/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FindField } from "../../ui/find-field.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { TOPICS, type Topic } from "./article-form.ts";
import { useArticles } from "./articles.ts";
import styles from "./help.module.css";
import { HelpPage } from "./help-page.tsx";
import { HelpResults } from "./help-results.tsx";

const ICONS: Record<Topic, Icon> = {
  start: IconRocket,
  capture: IconCamera,
  record: IconVideo,
  annotate: IconPencil,
  share: IconShare3,
  host: IconServer,
};

/** The help centre: a search over all articles, the topics with their articles, and the popular ones. */
export function HelpScreen(): ReactNode {
  const { t } = useTranslation("help");
  const navigate = useNavigate();
  const { q = "" } = useSearch({ strict: false });
  const [typed, setTyped] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  usePageTitle(t("title"));
  useEffect(() => field.current?.focus(), []);
  const search = (text: string): void => {
    setTyped(text);
    void navigate({ to: "/help", search: text === "" ? {} : { q: text }, replace: true });
  };
  const openFirst = (event: FormEvent): void => {
    event.preventDefault();
    results.current?.querySelector("a")?.click();
  };
  return (
    <HelpPage>
      <main className={styles.main} id="content" tabIndex={-1}>
        <h1 className={styles.title}>{t("title")}</h1>
        <form role="search" onSubmit={openFirst}>
          <FindField
            ref={field}
            className={styles.find ?? ""}
            size="lg"
            value={typed}
            onChange={search}
            aria-label={t("search")}
            placeholder={t("searchHint")}
            autoComplete="off"
          />
        </form>
        <div ref={results}>{typed.trim() === "" ? <Topics /> : <HelpResults typed={typed} />}</div>
        <p className={styles.contact}>
          {t("security")} <a href="/security-contact">{t("securityContact")}</a>
        </p>
      </main>
    </HelpPage>
  );
}

function Topics(): ReactNode {
  const { t } = useTranslation("help");
  const articles = useArticles();
  return (
    <>
      <h2 className={styles.heading}>{t("popular")}</h2>
      <ul className={styles.popular}>
        {articles
          .filter(({ isPopular }) => isPopular)
          .map(({ slug, title }) => (
            <li key={slug}>
              <Link to="/help/$article" params={{ article: slug }} className={styles.chip}>
                {title}
              </Link>
            </li>
          ))}
      </ul>
      <h2 className={styles.heading}>{t("topicsTitle")}</h2>
      <ul className={styles.cards}>
        {TOPICS.map((topic) => (
          <TopicCard key={topic} topic={topic} />
        ))}
      </ul>
    </>
  );
}

function TopicCard({ topic }: { topic: Topic }): ReactNode {
  const { t } = useTranslation("help");
  const articles = useArticles();
  const TopicIcon = ICONS[topic];
  return (
    <li className={styles.card}>
      <span className={styles.glyph}>
        <TopicIcon {...ICON} aria-hidden="true" />
      </span>
      <h3 className={styles.cardTitle}>{t(`topics.${topic}.title`)}</h3>
      <p className={styles.cardText}>{t(`topics.${topic}.text`)}</p>
      <ul className={styles.links}>
        {articles
          .filter((article) => article.topic === topic)
          .map(({ slug, title }) => (
            <li key={slug}>
              <Link to="/help/$article" params={{ article: slug }} className={styles.cardLink}>
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </li>
  );
}
