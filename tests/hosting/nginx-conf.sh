#!/usr/bin/env bash
# docs/hosting/nginx.conf as a whole configuration in a folder: for this front port and these processes. With cert.pem and key.pem
# in the folder it speaks TLS, else plain.
# usage: nginx-conf.sh SOURCE FOLDER FRONT PORT…
source=$1 work=$2 front=$3
lines=
for port in "${@:4}"; do lines+="server 127.0.0.1:$port max_fails=1 fail_timeout=2s; "; done
if [ -e "$work/cert.pem" ]; then plain=(); else plain=(-e 's/ ssl http2//' -e /ssl_certificate/d); fi
echo "daemon off; pid $work/nginx.pid; error_log $work/nginx.err; events { worker_connections 4000; }"
echo "http { access_log off; client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;"
# The server at port 80, the second, would need rights.
sed -e "s,listen 443 ,listen 127.0.0.1:$front ," -e '/listen \[::\]/d' -e "s,/etc/letsencrypt/live/play.example.org/fullchain.pem,$work/cert.pem," \
  -e "s,/etc/letsencrypt/live/play.example.org/privkey.pem,$work/key.pem," -e "s/server 127.0.0.1:8080 .*;/$lines/" \
  -e "s,listen 80;,listen unix:$work/http.sock;," "${plain[@]}" "$source/docs/hosting/nginx.conf"
echo "}"
