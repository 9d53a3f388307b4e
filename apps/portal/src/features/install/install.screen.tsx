import { Button } from "@mantine/core";
import { ICON, Kbd, toasts } from "@stillreel/ui";
import { IconArrowLeft, IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { BarePage } from "../../ui/bare-page.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useExtensionPresence } from "../../platform/extension-presence.ts";
import { InstallArt } from "./install-art.tsx";
import { InstallOnComputer, isMobile } from "./install-on-computer.tsx";
import styles from "./install.module.css";

const EXTENSIONS_PAGE = "chrome://extensions";
/** Keys of Select area as labelled on this machine's keyboard. */
const AREA_KEYS = /mac|iphone|ipad/iu.test(navigator.userAgent) ? ["⌥", "⇧", "2"] : ["Alt", "Shift", "2"];

/** Installation guide of the extension: download, load, pin, first capture. */
export function InstallScreen(): ReactNode {
  const { t } = useTranslation("install");
  const isPresent = useExtensionPresence({ isWaiting: true });
  const [isClaimed, setClaimed] = useState(false);
  const isInstalled = isPresent || isClaimed;
  usePageTitle(t("pageTitle"));
  return (
    <BarePage className={styles.page} back={{ to: "/images" }} backText={t("skip")}>
      <main className={styles.guide} id="content" tabIndex={-1}>
        {isMobile ? (
          <InstallOnComputer />
        ) : isInstalled ? (
          <FirstUse isConfirmed={isPresent} onBack={() => setClaimed(false)} />
        ) : (
          <GetIt onClaim={() => setClaimed(true)} />
        )}
        <InstallArt step={isInstalled ? "pin" : "load"} />
      </main>
    </BarePage>
  );
}

function Step({
  number,
  title,
  isCurrent,
  isDone,
  children,
}: {
  number: number;
  title: string;
  isCurrent?: boolean;
  isDone?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <li className={styles.step} data-current={isCurrent || undefined} aria-current={isCurrent ? "step" : undefined}>
      <span className={styles.number}>{isDone ? <IconCheck size={18} stroke={2.6} aria-hidden="true" /> : number}</span>
      <div className={styles.stepBody}>
        <h2 className={styles.stepTitle}>{title}</h2>
        <div className={styles.stepText}>{children}</div>
      </div>
    </li>
  );
}

function GetIt({ onClaim }: { onClaim: () => void }): ReactNode {
  const { t } = useTranslation("install");
  const copyAddress = async (): Promise<void> => {
    await copyText(EXTENSIONS_PAGE);
    toasts.show(t("steps.addressCopied"), { tone: "done" });
  };
  return (
    <div className={styles.texts}>
      <h1 className={styles.title}>{t("title")}</h1>
      <p className={styles.intro}>{t("text")}</p>
      <ol className={`${styles.steps} ${styles.getSteps}`}>
        <Step number={1} title={t("steps.download")}>
          <Button
            className={styles.download}
            component="a"
            href="/extension/stillreel.zip"
            download="stillreel.zip"
            leftSection={<IconDownload {...ICON} />}
          >
            {t("download")}
          </Button>
        </Step>
        <Step number={2} title={t("steps.unzip")}>
          {t("steps.unzipText")}
        </Step>
        <Step number={3} title={t("steps.open")}>
          {t("steps.openText")}
          <span className={styles.address}>
            <code dir="ltr">{EXTENSIONS_PAGE}</code>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCopy size={15} stroke={1.7} aria-hidden="true" />}
              onClick={() => void copyAddress()}
            >
              {t("steps.copyAddress")}
            </Button>
          </span>
        </Step>
        <Step number={4} title={t("steps.developer")}>
          {t("steps.developerText")}
        </Step>
        <Step number={5} title={t("steps.load")}>
          {t("steps.loadText")}
        </Step>
      </ol>
      <div className={styles.actions}>
        <Button variant="default" size="lg" onClick={onClaim}>
          {t("continue")}
        </Button>
        <span className={styles.waiting} role="status">
          {t("waiting")}
        </span>
      </div>
    </div>
  );
}

function FirstUse({ isConfirmed, onBack }: { isConfirmed: boolean; onBack: () => void }): ReactNode {
  const { t } = useTranslation("install");
  const [isPinned, setPinned] = useState(false);
  return (
    <div className={styles.texts}>
      <h1 className={styles.title}>{t("installedTitle")}</h1>
      <p className={styles.intro} role="status">
        {t(isConfirmed ? "installedText" : "unconfirmedText")}
      </p>
      <ol className={styles.steps}>
        <Step number={1} title={t("pin")} isCurrent={!isPinned} isDone={isPinned}>
          {t("pinText")}
        </Step>
        <Step number={2} title={t("take")} isCurrent={isPinned}>
          <Trans
            t={t}
            i18nKey="takeText"
            components={{
              keys: (
                <span className={styles.keys}>
                  {AREA_KEYS.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              ),
            }}
          />{" "}
          {t("takeNext")}
        </Step>
      </ol>
      <div className={styles.actions}>
        {isPinned ? (
          <Button size="lg" component={Link} to="/images">
            {t("finish")}
          </Button>
        ) : (
          <Button size="lg" onClick={() => setPinned(true)}>
            {t("pinned")}
          </Button>
        )}
        {!isConfirmed && (
          <Button variant="quiet" size="lg" leftSection={<IconArrowLeft {...ICON} className={styles.mirrored} />} onClick={onBack}>
            {t("notNow")}
          </Button>
        )}
      </div>
    </div>
  );
}
