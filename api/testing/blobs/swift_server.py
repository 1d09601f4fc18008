"""Runs the four servers of OpenStack Swift with its S3 interface in one process, for tests.

Arguments: a folder for the data, the access key and its secret. Prints the port of the S3 interface once it
accepts requests, and ends with its standard input. Written for Swift 2.30, the one of Debian 12.
"""
import os
import socket
import sys

from swift.common import utils

utils.eventlet_monkey_patch()
# Otherwise they are read from /etc/swift.
utils.HASH_PATH_PREFIX = utils.HASH_PATH_SUFFIX = b'tests'

import eventlet
from eventlet import wsgi
from swift.common import wsgi as swift_wsgi
from swift.common.ring import RingBuilder

try:
    from swift.common.http_protocol import SwiftHttpProtocol
except ImportError:
    from swift.common.wsgi import SwiftHttpProtocol

STORAGE = '[DEFAULT]\n[pipeline:main]\npipeline = {0}-server\n[app:{0}-server]\nuse = egg:swift#{0}\n'

PROXY = """[DEFAULT]
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth copy bulk proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:copy]
use = egg:swift#copy
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = test-region
allow_multipart_uploads = false
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
"""


class Cache:
    """Stands in for memcached, without which Swift asks its servers for each fact again."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)

    def get_multi(self, keys, *_, **__):
        return [self.values.get(key) for key in keys]

    def set_multi(self, mapping, *_, **__):
        self.values.update(mapping)

    def incr(self, key, delta=1, **_):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]

    def decr(self, key, delta=1, **_):
        return self.incr(key, -delta)


class Silence:
    """A log that is thrown away."""

    def write(self, text):
        pass

    def flush(self):
        pass


def write(path, text):
    with open(path, 'w', encoding='utf8') as file:
        file.write(text)
    return path


def build_ring(path, port):
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(path)


def main(folder, key, secret):
    os.makedirs(os.path.join(folder, 'devices', 'disk'), exist_ok=True)
    options = {
        'swift_dir': folder,
        'devices': os.path.join(folder, 'devices'),
        'mount_check': 'false',
        'recon_cache_path': folder,
        'log_level': 'CRITICAL',
    }
    pool = eventlet.GreenPool(10_000)

    def serve(listener, app):
        # Answers are written in parts, which otherwise wait for each other's acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        pool.spawn(
            wsgi.server,
            listener,
            app,
            Silence(),
            protocol=SwiftHttpProtocol,
            custom_pool=eventlet.GreenPool(1_000),
            socket_timeout=60,
        )

    names = {'account': 'account', 'container': 'container', 'object': 'object'}
    listeners = {name: eventlet.listen(('127.0.0.1', 0), backlog=1_000) for name in names}
    for name, listener in listeners.items():
        build_ring(os.path.join(folder, f'{name}.ring.gz'), listener.getsockname()[1])
    for name, listener in listeners.items():
        conf = write(os.path.join(folder, f'{name}.conf'), STORAGE.format(name))
        serve(listener, swift_wsgi.loadapp(conf, global_conf=dict(options)))

    account, user = key.split(':')
    conf = write(os.path.join(folder, 'proxy.conf'), PROXY.format(account=account, user=user, secret=secret))
    proxy = swift_wsgi.loadapp(conf, global_conf=dict(options))
    cache = Cache()

    def with_cache(environ, start_response):
        environ['swift.cache'] = cache
        return proxy(environ, start_response)

    listener = eventlet.listen(('127.0.0.1', 0), backlog=1_000)
    serve(listener, with_cache)
    print(listener.getsockname()[1], flush=True)
    eventlet.tpool.execute(sys.stdin.read)


if __name__ == '__main__':
    main(*sys.argv[1:4])
