"""What programs do: their subcommands as families of acts, and what their operands are.

One line a command: ``program subcommand…: families > kind of operands``. The longest that fits counts. A family
``look`` says that it only looks. Kinds are those of things, and ``kube`` (``type/name``, or a type and names); where
none stands, operands are words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from cicatrix.core.reading.grammar import table

_TABLE: Final = """
rm unlink rmdir trash: delete > path
shred: delete wipe > path
truncate: wipe edit > path
touch mkdir mkfifo: create write > path
ln: create write > path
chmod chown chgrp setfacl chattr: edit > path
tee: write edit > path
vi vim nano emacs ed code: edit > path
patch: edit write > path
cat head tail less more bat nl od xxd base64 base32 strings file stat wc md5sum sha256sum ls tree du: read look > path
grep egrep fgrep rg ag ack diff cmp comm cut sort uniq awk jq yq column fold: read look > path
find fd locate: query look > path
pwd whoami id date uname hostname env printenv df free uptime top htop ps pgrep lsof netstat ss ip: read look
echo printf true false test sleep cd pushd popd export set unset alias type which whereis history clear exit: look
dig nslookup host ping traceroute whois: query look > host
tar: create read > path
zip gzip bzip2 xz: create read > path
unzip gunzip: create write > path
kill pkill killall fuser: stop restart > process
reboot: restart > host
shutdown poweroff halt: stop > host
shutdown: stop
mkfs mkswap wipefs: wipe delete > path
fdisk parted: edit > path
mount: mount > path
umount: mount > path
crontab: edit
iptables nft ufw: edit
useradd adduser: create add > user
userdel deluser: delete > user
usermod passwd chpasswd: edit > user
systemctl restart: restart > service
systemctl try-restart: restart > service
systemctl reload: restart > service
systemctl reload-or-restart: restart > service
systemctl kill: stop restart > service
systemctl stop: stop > service
systemctl start: start > service
systemctl disable: disable > service
systemctl mask: disable > service
systemctl enable: enable > service
systemctl edit: edit > service
systemctl reboot: restart
systemctl poweroff: stop
systemctl status: look > service
systemctl is-active: look > service
systemctl show: look > service
systemctl list-units: look
journalctl: read look
supervisorctl restart: restart > service
supervisorctl stop: stop > service
supervisorctl start: start > service
pm2 restart: restart > service
pm2 reload: restart > service
pm2 stop: stop > service
pm2 delete: delete > service
kubectl delete: delete > kube
kubectl apply: deploy edit create > kube
kubectl create: create > kube
kubectl edit: edit > kube
kubectl patch: edit > kube
kubectl replace: replace edit > kube
kubectl set: edit deploy > kube
kubectl label: edit label > kube
kubectl annotate: edit > kube
kubectl scale: scale edit > kube
kubectl autoscale: scale > kube
kubectl rollout restart: restart > kube
kubectl rollout undo: rollback > kube
kubectl rollout pause: stop > kube
kubectl rollout resume: start > kube
kubectl rollout status: look > kube
kubectl rollout history: look > kube
kubectl drain: drain > node
kubectl cordon: drain > node
kubectl uncordon: start > node
kubectl taint: edit > node
kubectl expose: create publish > kube
kubectl run: run create > kube
kubectl debug: run connect > kube
kubectl exec: run connect > kube
kubectl attach: connect > kube
kubectl cp: copy
kubectl port-forward: connect > kube
kubectl get: query look > kube
kubectl describe: query look > kube
kubectl logs: read look > kube
kubectl top: query look
kubectl explain: look
kubectl diff: look
kubectl version: look
kubectl config use-context: edit
kubectl config set-context: edit
kubectl config: look
kubectl cluster-info: look
kubectl api-resources: look
kubectl auth can-i: look
kubectl wait: look
docker rm: delete > container
docker container rm: delete > container
docker rmi: delete > image
docker image rm: delete > image
docker volume rm: delete > volume
docker network rm: delete > network
docker system prune: wipe delete
docker image prune: wipe delete > image
docker container prune: wipe delete > container
docker volume prune: wipe delete > volume
docker network prune: wipe delete > network
docker builder prune: wipe delete
docker buildx prune: wipe delete
docker stop: stop > container
docker container stop: stop > container
docker kill: stop restart > container
docker container kill: stop restart > container
docker restart: restart > container
docker container restart: restart > container
docker start: start > container
docker pause: stop > container
docker run: run create > image
docker create: create > image
docker exec: run connect > container
docker build: create > path
docker push: push publish > image
docker pull: download > image
docker tag: label > image
docker cp: copy
docker login: connect
docker compose up: start deploy create > service
docker compose down: stop delete > service
docker compose rm: delete > service
docker compose stop: stop > service
docker compose kill: stop restart > service
docker compose restart: restart > service
docker compose pull: download > service
docker compose exec: run connect > service
docker compose run: run > service
docker compose logs: look > service
docker compose ps: look
docker ps: look
docker images: look
docker logs: read look > container
docker inspect: look
docker stats: look
docker info: look
docker version: look
docker system df: look
docker image ls: look
docker container ls: look
docker volume ls: look
docker stack deploy: deploy
docker stack rm: delete
docker service update: deploy edit > service
docker service scale: scale > service
docker service rm: delete > service
helm upgrade: deploy edit > release
helm install: deploy install create > release
helm uninstall: uninstall delete > release
helm delete: uninstall delete > release
helm rollback: rollback > release
helm status: look > release
helm list: look
helm template: look
helm get: look
helm diff: look
helm lint: look
helm repo: edit
terraform apply: run deploy edit create delete
terraform destroy: delete wipe
terraform import: import edit
terraform state rm: delete edit
terraform state mv: move edit
terraform state push: push edit
terraform taint: edit
terraform plan: look
terraform show: look
terraform output: look
terraform validate: look
terraform fmt: edit
terraform init: look
terraform state list: look
terraform state show: look
terraform workspace select: look
terraform workspace delete: delete
terraform workspace list: look
git push: push
git commit: commit
git merge: merge
git rebase: rebase rewrite_history
git cherry-pick: commit merge
git revert: rollback commit
git reset: reset
git clean: delete discard clear
git rm: delete > path
git mv: move rename > path
git add: add > path
git restore: discard > path
git checkout: checkout
git switch: checkout
git branch: create > branch
git tag: create > tag
git stash: stash
git stash push: stash
git stash save: stash
git stash list: look
git stash show: look
git stash drop: delete drop > stash
git stash clear: delete wipe clear > stash
git stash pop: restore > stash
git stash apply: restore > stash
git pull: sync merge download
git fetch: download look
git clone: download
git filter-branch: rewrite_history edit delete
git filter-repo: rewrite_history edit delete
git update-ref: edit reset > branch
git reflog expire: delete wipe
git gc: delete clear
git worktree remove: delete > path
git worktree add: create > path
git remote add: add
git remote remove: delete
git remote set-url: edit
git remote: look
git config: edit
git submodule update: sync
git log: read look
git status: look
git diff: read look
git show: read look
git blame: read look
git grep: query look
git ls-files: look
git rev-parse: look
git describe: look
git shortlog: look
git reflog: look
git cat-file: look
git bisect: look
git am: commit edit
git apply: edit
npm install: install add > package
npm ci: install > package
npm i: install add > package
npm add: install add > package
npm rm: uninstall delete > package
yarn add: install add > package
yarn remove: uninstall delete > package
npm uninstall: uninstall delete > package
npm publish: publish > package
npm unpublish: unpublish delete > package
npm deprecate: disable > package
npm test: test run
npm run: run
npm exec: run
npm update: edit install > package
npm audit: check look
npm ls: look
npm view: look
npm outdated: look
pip install: install add > package
pip uninstall: uninstall delete > package
pip list: look
pip freeze: look
pip show: look
apt install: install add > package
apt remove: uninstall delete > package
apt purge: uninstall delete wipe > package
apt autoremove: uninstall delete > package
apt upgrade: edit install > package
apt dist-upgrade: edit install > package
apt update: sync
apt list: look
apt search: look
apt show: look
brew install: install add > package
brew uninstall: uninstall delete > package
brew upgrade: edit install > package
cargo install: install > package
cargo publish: publish > package
cargo yank: unpublish > package
cargo test: test run
cargo build: look
cargo check: look
gem install: install > package
gem push: publish > package
twine upload: publish upload > path
poetry publish: publish
poetry add: install add > package
poetry remove: uninstall delete > package
uv publish: publish
uv add: install add > package
pytest: test run
tox: test run
jest: test run
go test: test run
go build: look
go install: install > package
go get: install add > package
mvn test: test run
mvn deploy: deploy publish
gradle test: test run
make: run
dropdb: drop delete > database
mysqladmin drop: drop delete > database
mysqladmin shutdown: stop
createdb: create > database
pg_dump pg_dumpall mysqldump: backup export read look
pg_restore: restore write
redis-cli: run
mongosh mongo: run
mail mailx sendmail mutt: send email
scp: copy
rsync: copy sync
ssh: connect > host
at: schedule run
"""

_LOOKS: Final = "look"


@dataclass(frozen=True, slots=True)
class Deed:
    families: frozenset[str]
    kind: str = ""
    looks: bool = False


def deed(name: tuple[str, ...]) -> tuple[Deed, int] | None:
    """What a command does by its name, and how many of its words say it; None for programs that stand in no table."""
    deeds = _deeds()
    for size in range(len(name), 0, -1):
        found = deeds.get(" ".join(name[:size]))
        if found is not None:
            return found, size
    return None


@cache
def _deeds() -> dict[str, Deed]:
    deeds: dict[str, Deed] = {}
    for line in _TABLE.strip().splitlines():
        names, _, said = line.partition(": ")
        families, _, kind = said.partition(" > ")
        words = families.split()
        found = Deed(frozenset(word for word in words if word != _LOOKS), kind, _LOOKS in words)
        first, *rest = names.split()
        programs = [names] if rest and first in _NESTING else names.split()
        deeds.update(dict.fromkeys(programs, found))
    return deeds


_NESTING: Final = table(
    "systemctl supervisorctl pm2 mysqladmin kubectl docker helm terraform git npm yarn pip apt brew cargo gem twine",
    "poetry uv go mvn gradle",
)
"""Programs whose lines name a subcommand; the other lines list programs that do the same."""
