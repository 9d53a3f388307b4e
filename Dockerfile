# Node for the build, and Debian for the result, of the same release.
ARG NODE=node:24-bookworm-slim
ARG DEBIAN=debian:bookworm-slim

FROM ${NODE} AS runtime

# Build: dependencies from the lock file, all three parts, then only what runs.
FROM runtime AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/portal/package.json apps/portal/
COPY apps/extension/package.json apps/extension/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/i18n/package.json packages/i18n/
COPY packages/paging/package.json packages/paging/
COPY packages/ui/package.json packages/ui/
COPY packages/board/package.json packages/board/
COPY packages/editor/package.json packages/editor/
COPY packages/video-editor/package.json packages/video-editor/
COPY packages/recorder/package.json packages/recorder/
COPY packages/watch/package.json packages/watch/
COPY apps/public-page/package.json apps/public-page/
COPY testing/package.json testing/
# Not `npm ci`: see tools/runtime.mjs.
RUN SKIP_FFMPEG=true npm install --no-save
COPY . .
RUN npm run build -- --force && node tools/pack.mjs /packed

# Debian's ffmpeg is linked to 200 MB of libraries, most of them for formats and devices that the server refuses. So its source, with Debian's
# fixes, is built with the containers, encoders and protocols that the server uses, and every decoder (apps/server/src/platform/ports/video).
# `/programs` receives the programs beside the server, with the libraries that they are linked to and that Debian does not have.
FROM ${DEBIAN} AS programs
WORKDIR /source
RUN find /usr/lib -name '*.so*' > /before \
 && . /etc/os-release \
 && for suite in "$VERSION_CODENAME debian" "$VERSION_CODENAME-updates debian" "$VERSION_CODENAME-security debian-security"; do \
      echo "deb-src http://deb.debian.org/${suite#* } ${suite% *} main" >> /etc/apt/sources.list.d/source.list; \
    done \
 && apt-get update \
 && apt-get install -y --no-install-recommends \
      bubblewrap dpkg-dev gcc libc6-dev libdav1d-dev libmp3lame-dev libopus-dev libvpx-dev libwebp-dev libx264-dev make nasm pkg-config \
      tini zlib1g-dev \
 && apt-get source ffmpeg \
 && mv ffmpeg-*/ ffmpeg
RUN cd ffmpeg \
 && ./configure --enable-gpl --enable-libx264 --enable-libdav1d --enable-libmp3lame --enable-libopus --enable-libvpx --enable-libwebp \
      --enable-zlib \
      --disable-autodetect --disable-debug --disable-doc --disable-network --disable-avdevice --disable-ffplay --disable-ffprobe \
      --disable-protocols --enable-protocol=file,pipe \
      --disable-demuxers --enable-demuxer=avi,image_png_pipe,matroska,mov,mp3,ogg,wav \
      --disable-muxers --enable-muxer=gif,image2pipe,mp3,mp4,pcm_s16le,wav,webm,webp \
      --disable-encoders --enable-encoder=aac,gif,libmp3lame,libopus,libvpx_vp9,libwebp_anim,libx264,pcm_s16le,png \
 && make -j "$(nproc)" ffmpeg \
 && install -s ffmpeg /usr/bin/ffmpeg
COPY --from=runtime /usr/local/bin/node /usr/local/bin/
# Without the symbols of debuggers, Node is smaller by a tenth.
RUN strip /usr/local/bin/node \
 && for file in /usr/bin/bwrap /usr/bin/ffmpeg /usr/bin/tini /usr/local/bin/node \
      $(ldd /usr/bin/bwrap /usr/bin/ffmpeg /usr/local/bin/node | grep -o '/[^ ]* (' | tr -d ' ('); do \
      file="$(realpath "$(dirname "$file")")/$(basename "$file")"; \
      grep -qxF "$file" /before || install -D -m 0755 "$file" "/programs$file"; \
    done

# What runs: neither npm nor a compiler.
FROM ${DEBIAN}
COPY --from=programs /programs/ /
RUN ffmpeg -hide_banner -version \
 && bwrap --version \
 && useradd --uid 1000 --create-home node \
 && install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=build /packed ./
ENV NODE_ENV=production UV_THREADPOOL_SIZE=8 HOST=0.0.0.0 PORT=8700 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8700
# Whether the process is alive. A restart does not repair a database or a store that is away: /readyz reports those.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "--external-memory-accounted-in-global-limit", "--initial-old-space-size=128", "--max-semi-space-size=16", "apps/server/dist/main.js"]
