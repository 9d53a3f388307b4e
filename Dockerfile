# Build: dependencies from the lock file, all three parts, then only what runs.
FROM node:24-slim AS build
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

# ffmpeg, and bubblewrap that isolates it, with the libraries that they are linked to. The package of ffmpeg would also bring drivers of
# graphics cards: 300 MB more.
FROM node:24-slim AS programs
RUN find /usr/lib -name '*.so*' > /before \
 && apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ffmpeg tini \
 && for file in /usr/bin/bwrap /usr/bin/ffmpeg /usr/bin/tini $(ldd /usr/bin/bwrap | grep -o '/[^ ]*') $(ldd /usr/bin/ffmpeg | grep -o '/[^ ]*'); do \
      file="$(realpath "$(dirname "$file")")/$(basename "$file")"; \
      grep -qxF "$file" /before || install -D -m 0755 "$file" "/programs$file"; \
    done

FROM node:24-slim
COPY --from=programs /programs/ /
RUN ffmpeg -hide_banner -version \
 && bwrap --version \
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
