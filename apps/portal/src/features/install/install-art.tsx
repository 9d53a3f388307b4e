import { Mark } from "@stillreel/ui";
import { IconPinnedFilled, IconPuzzle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./install-art.module.css";

/**
 * Illustration of a browser window: the extensions page during the installation, then the menu with the pin. It shows Chrome, so it
 * is light in both themes and never mirrored.
 */
export function InstallArt({ step }: { step: "load" | "pin" }): ReactNode {
  const { t } = useTranslation("install");
  return (
    <div className={styles.art} role="img" aria-label={t(step === "pin" ? "art.pinLabel" : "art.loadLabel")} dir="ltr">
      <div className={styles.window}>
        <div className={styles.bar}>
          <i />
          <i />
          <i />
          <span className={styles.address}>{step === "pin" ? location.host : "chrome://extensions"}</span>
          {step === "pin" && <Mark height={18} />}
          <span className={styles.puzzle}>
            <IconPuzzle size={18} stroke={1.6} />
          </span>
          <span className={styles.person} />
        </div>
        {step === "pin" ? <PinArt /> : <LoadArt />}
      </div>
    </div>
  );
}

/** The extensions page: Developer mode is on, and the pointer is at Load unpacked. */
function LoadArt(): ReactNode {
  const { t } = useTranslation("install");
  return (
    <div className={styles.extensions}>
      <div className={styles.heading}>
        <b>{t("art.extensions")}</b>
        <span>{t("art.developer")}</span>
        <i className={styles.toggle} />
      </div>
      <div className={styles.tools}>
        <span className={styles.tool}>
          {t("art.load")}
          <Pointer />
        </span>
        <i />
        <i />
      </div>
      <div className={styles.cards}>
        <i />
        <i />
      </div>
    </div>
  );
}

/** A page with the menu of the extensions: the pointer is at the pin. */
function PinArt(): ReactNode {
  const { t } = useTranslation("install");
  return (
    <>
      <PageArt />
      <div className={styles.menu}>
        <b>{t("art.extensions")}</b>
        <div className={styles.entry}>
          <Mark height={18} />
          <span>Stillreel</span>
          <span className={styles.pin}>
            <IconPinnedFilled size={17} />
            <Pointer />
          </span>
        </div>
        <div className={styles.other}>
          <i />
          <span />
        </div>
        <div className={styles.other}>
          <i />
          <span />
        </div>
      </div>
    </>
  );
}

function Pointer(): ReactNode {
  return (
    <svg className={styles.pointer} viewBox="0 0 24 28" width="24" height="28">
      <path d="M3 2v20l5.500-4.500 3.500 8 4-1.800-3.500-7.700H20Z" fill="#17161C" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}

/** Drawing of the page in the window. */
function PageArt(): ReactNode {
  return (
    <svg className={styles.page} viewBox="0 0 640 400" preserveAspectRatio="xMidYMin slice">
      <rect width="640" height="400" fill="#FDEBD9" />
      <g fill="#372F54">
        <rect x="32" y="84" width="236" height="30" rx="4" />
        <rect x="32" y="126" width="190" height="30" rx="4" />
        <rect x="32" y="168" width="132" height="30" rx="4" />
        <g opacity=".45">
          <rect x="32" y="222" width="240" height="8" rx="4" />
          <rect x="32" y="238" width="196" height="8" rx="4" />
        </g>
      </g>
      <rect x="32" y="270" width="84" height="30" rx="15" fill="#E4673F" />
      <rect x="126" y="270" width="74" height="30" rx="15" fill="none" stroke="#372F54" strokeWidth="1.500" />
      <circle cx="524" cy="196" r="72" fill="#F6A94D" />
      <path d="M330 330c40-30 80-30 118-6s84 22 118 0 60-16 74-8v84H330Z" fill="#34988A" />
      <path d="M330 366c40-22 80-20 118-2s84 16 118-2 60-10 74-4v42H330Z" fill="#276F66" />
      <rect x="386" y="232" width="166" height="66" rx="16" fill="#372F54" />
      <g fill="#FDEBD9">
        <rect x="400" y="246" width="30" height="22" rx="5" />
        <rect x="438" y="246" width="30" height="22" rx="5" />
        <rect x="514" y="246" width="24" height="22" rx="5" />
      </g>
      <rect x="476" y="246" width="30" height="22" rx="5" fill="#F6A94D" />
      <circle cx="420" cy="300" r="14" fill="#E4673F" />
      <circle cx="518" cy="300" r="14" fill="#E4673F" />
    </svg>
  );
}
