export { sniffVideo } from "./sniff-video.ts";
export { createVideos, type VideosOptions } from "./videos.ts";
