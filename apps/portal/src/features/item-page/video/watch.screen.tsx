import type { ReactNode } from "react";
import { ItemGate } from "../item-gate.tsx";
import { VideoPage } from "./video-page.tsx";

/** Page of one video. */
export const VideoScreen = (): ReactNode => <ItemGate type="video">{({ item }) => <VideoPage key={item.id} item={item} />}</ItemGate>;
