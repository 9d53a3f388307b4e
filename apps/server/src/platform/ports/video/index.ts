export { programVersion } from "./ffmpeg.driver.ts";
export { sniffSound } from "./sniff-sound.ts";
export { sniffVideo } from "./sniff-video.ts";
export { createVideos, type VideosOptions } from "./videos.ts";
