# Its steps were carried out in clean folders (docs/operations/install.md); no container engine was at hand.
# The optional packages stay in the build, because they hold the compilers of the build tools for this platform.
FROM node:24-slim AS build
WORKDIR /groundwork
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What /api/health names: --build-arg COMMIT=$(git rev-parse HEAD).
ARG COMMIT
RUN npm run build

# What runs: the built product, and for `admin`, `db`, `backup` and `restore` the server's sources with the packages that they import.
FROM node:24-slim
WORKDIR /groundwork
ENV NODE_ENV=production DATA_DIR=/data
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
RUN mkdir /data && chown node:node /data
COPY --from=build /groundwork/dist dist
COPY server server
COPY sync sync
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.mjs"]
