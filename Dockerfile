# The dashboard; its debates lie in the volume /data. This file was read, not built: no container engine where it was written.
FROM python:3.11-slim AS built
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /source

FROM python:3.11-slim
RUN useradd --create-home --uid 1000 split && mkdir /data && chown split /data
# "[fleet]": a store in PostgreSQL, and workers; "[team]": people sign in.
ARG EXTRAS=""
COPY --from=built /wheels /source/constraints.txt /wheels/
RUN pip install --no-cache-dir --constraint /wheels/constraints.txt "$(ls /wheels/*.whl)${EXTRAS}" && rm -rf /wheels
USER split
WORKDIR /home/split
ENV DEBATE_STORE=/data/debates.sqlite3 SPLIT_DECISION_MODE=demo
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD python -c "import urllib.request as ask; ask.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=2)"
CMD ["split-decision", "--server.address=0.0.0.0", "--server.port=8501", "--server.headless=true"]
