import { Thumb } from "@stillreel/ui";
import { IconLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import board from "./collage/board.webp";
import camMira from "./collage/cam-mira.webp";
import camSamuel from "./collage/cam-samuel.webp";
import checkout from "./collage/checkout-a.webp";
import design from "./collage/design.webp";
import hero from "./collage/hero.webp";
import kanban from "./collage/kanban.webp";
import livemap from "./collage/livemap.webp";
import mobile from "./collage/mobile.webp";
import monitor from "./collage/monitor.webp";
import person from "./collage/person.webp";
import pricing from "./collage/pricing.webp";
import numbers from "./collage/v-numbers.webp";
import release from "./collage/v-release.webp";
import slide from "./collage/v-slide.webp";
import support from "./collage/v-support.webp";
import styles from "./capture-collage.module.css";

/** Pictures by column; an entry with a duration is a video. */
const COLUMNS: { src: string; duration?: string }[][] = [
  [{ src: camMira, duration: "1:20" }, { src: board }, { src: numbers, duration: "5:16" }, { src: pricing }, { src: kanban }],
  [{ src: mobile }, { src: release, duration: "6:41" }, { src: hero }, { src: slide, duration: "9:04" }, { src: livemap }],
  [{ src: design }, { src: checkout }, { src: camSamuel, duration: "2:58" }, { src: monitor }, { src: support, duration: "4:12" }],
];

/** Decorative captures beside the sign-in forms. Hidden (and not fetched) below 960 px. */
export function CaptureCollage(): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <div className={styles.wall} aria-hidden="true">
      <div className={styles.columns}>
        {COLUMNS.map((column, index) => (
          <div key={index} className={styles.column}>
            {column.map(({ src, duration }) => (
              <Thumb key={src} shape={duration ? "reel" : "still"} className={styles.thumb}>
                <img src={src} alt="" loading="lazy" decoding="async" />
                {duration && <span className={styles.duration}>{duration}</span>}
              </Thumb>
            ))}
          </div>
        ))}
      </div>
      <div className={styles.toast}>
        <IconLink size={17} stroke={2} />
        {t("wall.copied")}
        <code dir="ltr">/s/7Qm2xv</code>
      </div>
      <div className={styles.comment}>
        <img src={person} width={26} height={26} alt="" loading="lazy" />
        <span>
          <b>Samuel</b> <span className={styles.time}>2:51</span>
          <br />
          {t("wall.comment")}
        </span>
      </div>
    </div>
  );
}
