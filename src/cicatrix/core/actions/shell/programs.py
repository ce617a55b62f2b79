"""How programs write their options: which are the same, which take a value, how many words are subcommands.

One line a program: ``name [levels] options``. ``levels`` is how many words after the name are subcommands; a deeper one
has a line of its own (``git stash 1``: one more). Spellings of one option are joined by commas, the longest last; ``=``
ends one that takes a value, ``[=]`` one that takes it only when it is joined to it. ``+long`` means that options
have one dash and many letters, ``+bundle`` that the first word may be letters without a dash, ``+raw`` that what begins
with a dash is an operand after the first operand. A program that is not here is read by the customs of most.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

_TABLE: Final = """
rm -r,-R,--recursive -f,--force -i -I --interactive[=] -v,--verbose -d,--dir --no-preserve-root --preserve-root[=]
  --one-file-system
rmdir -p,--parents -v,--verbose --ignore-fail-on-non-empty
unlink
shred -f,--force -n,--iterations= -s,--size= -u,--remove[=] -v,--verbose -x,--exact -z,--zero
truncate -c,--no-create -o,--io-blocks -r,--reference= -s,--size=
cp -r,-R,--recursive -a,--archive -f,--force -i,--interactive -n,--no-clobber -p,--preserve[=] -t,--target-directory=
  -T,--no-target-directory -u,--update[=] -v,--verbose -s,--symbolic-link -l,--link -L,--dereference
  -d,--no-dereference -S,--suffix= -b,--backup[=]
mv -f,--force -i,--interactive -n,--no-clobber -t,--target-directory= -T,--no-target-directory -u,--update[=]
  -v,--verbose -S,--suffix= -b,--backup[=]
ln -s,--symbolic -f,--force -t,--target-directory= -T,--no-target-directory -n,--no-dereference -v,--verbose
  -r,--relative
install -d,--directory -m,--mode= -o,--owner= -g,--group= -t,--target-directory= -D -v,--verbose
mkdir -p,--parents -m,--mode= -v,--verbose
touch -a -m -c,--no-create -d,--date= -r,--reference= -t=
chmod -R,--recursive -f,--quiet -v,--verbose -c,--changes --reference=
chown -R,--recursive -f,--quiet -v,--verbose -c,--changes -h,--no-dereference --reference= --from=
chgrp -R,--recursive -f,--quiet -v,--verbose -h,--no-dereference --reference=
tee -a,--append -i,--ignore-interrupts -p --output-error[=]
cat -n,--number -A,--show-all -b,--number-nonblank -s,--squeeze-blank -E,--show-ends -T,--show-tabs
  -v,--show-nonprinting
head -n,--lines= -c,--bytes= -q,--quiet -v,--verbose
tail -n,--lines= -c,--bytes= -f,--follow[=] -F -q,--quiet -v,--verbose --pid= -s,--sleep-interval=
grep -e,--regexp= -f,--file= -A,--after-context= -B,--before-context= -C,--context= -m,--max-count= -r,--recursive
  -R,--dereference-recursive -i,--ignore-case -v,--invert-match -n,--line-number -l,--files-with-matches
  -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp -o,--only-matching -c,--count -q,--quiet -w,--word-regexp
  --include= --exclude= --exclude-dir= --color[=]
egrep -e,--regexp= -f,--file= -A= -B= -C= -m=
fgrep -e,--regexp= -f,--file= -A= -B= -C= -m=
rg -e,--regexp= -f,--file= -A= -B= -C= -m,--max-count= -g,--glob= -t,--type= -T,--type-not= -r,--replace=
sed -n,--quiet -e,--expression= -f,--file= -i,--in-place[=] -E,-r,--regexp-extended -s,--separate -z,--null-data
awk -F,--field-separator= -v,--assign= -f,--file=
sort -k,--key= -t,--field-separator= -o,--output= -r,--reverse -n,--numeric-sort -u,--unique -T= -S=
cut -d,--delimiter= -f,--fields= -c,--characters= -b,--bytes=
tr -d,--delete -s,--squeeze-repeats -c,--complement
wc -l,--lines -w,--words -c,--bytes
dd
tar +bundle -f,--file= -C,--directory= -x,--extract -c,--create -t,--list -z,--gzip -j,--bzip2 -J,--xz -v,--verbose
  -T,--files-from= -X,--exclude-from= --exclude= --remove-files -r,--append -u,--update --strip-components=
  --to-command= -I,--use-compress-program=
zip -r,--recurse-paths -m,--move -d,--delete -x= -P=
unzip -o -d= -x= -P= -l -q
rsync -a,--archive -r,--recursive -v,--verbose -z,--compress -n,--dry-run --delete --delete-after --delete-before
  --delete-excluded --remove-source-files -e,--rsh= --exclude= --include= --rsync-path= --files-from= -f,--filter=
scp -r -p -q -C -P= -i= -o= -F= -J= -l= -c= -S=
sftp -b= -P= -i= -o= -F= -J= -r
ssh -p= -i= -o= -F= -J= -l= -L= -R= -D= -W= -w= -b= -c= -e= -m= -E= -I= -O= -Q= -S= -B= -t -T -n -N -q -v -A -f
curl -X,--request= -d,--data= --data-raw= --data-binary= --data-urlencode= -H,--header= -o,--output= -O,--remote-name
  -u,--user= -F,--form= -T,--upload-file= -A,--user-agent= -e,--referer= -b,--cookie= -c,--cookie-jar= -x,--proxy=
  -m,--max-time= -K,--config= -w,--write-out= --url= --json= -G,--get -I,--head -k,--insecure -L,--location
  -s,--silent -S,--show-error -f,--fail -v,--verbose -i,--include --connect-timeout= --retry= --cacert= --cert= -E=
  --key= --resolve= --connect-to= -r,--range= -C,--continue-at= -Y= -y= -z= -t= -Q,--quote= -D,--dump-header=
  --output-dir= --create-dirs --compressed
wget -O,--output-document= -o,--output-file= -P,--directory-prefix= -q,--quiet -r,--recursive -c,--continue
  --post-data= --post-file= --method= --body-data= --body-file= --header= -i,--input-file= -U,--user-agent=
  -T,--timeout= -t,--tries= -e,--execute= --user= --password= --no-check-certificate
find +long -name= -iname= -path= -ipath= -wholename= -regex= -iregex= -type= -size= -mtime= -mmin= -atime= -ctime=
  -newer= -user= -group= -perm= -maxdepth= -mindepth= -fprint= -fprintf= -printf= -fls= -delete -empty -print -print0
  -prune -o -a -not -xdev -depth -follow -links= -inum= -samefile= -uid= -gid=
xargs -0,--null -n,--max-args= -P,--max-procs= -I,--replace= -i[=] -L,--max-lines= -l[=] -d,--delimiter=
  -a,--arg-file= -E= -e[=] -s,--max-chars= -r,--no-run-if-empty -t,--verbose -p,--interactive -x,--exit
  --process-slot-var=
parallel -j,--jobs= -a,--arg-file= -I= -N= -n= -L= -d,--delimiter= -C,--colsep= -S,--sshlogin= --delay= --timeout=
  --joblog= --retries= -k,--keep-order -X -m --dry-run --bar --halt= --workdir= --results=
kill -s,--signal= -n= -l,--list[=] -q= -L,--table
pkill -f,--full -x,--exact -u,--euid= -U,--uid= -g,--pgroup= -t,--terminal= -P,--parent= -s,--session= -n,--newest
  -o,--oldest -i,--ignore-case --signal= -e,--echo -G,--group=
killall -s,--signal= -u,--user= -e,--exact -r,--regexp -q,--quiet -w,--wait -I,--ignore-case -i,--interactive
  -o,--older-than= -y,--younger-than=
fuser -k,--kill -n,--namespace= -m,--mount -s -v -i
systemctl 1 --user --system --now -q,--quiet -f,--force -H,--host= -M,--machine= -t,--type= --state= -p,--property=
  -s,--signal= --kill-whom= --kill-who= -n,--lines= -o,--output= --no-block --no-pager --root= -a,--all
journalctl -u,--unit= -f,--follow -n,--lines= -o,--output= -S,--since= -U,--until= --vacuum-size= --vacuum-time=
  -b,--boot[=] -p,--priority=
service
crontab -l -r -e -i -u=
shutdown -h,--halt -P,--poweroff -r,--reboot -k -c
reboot -f,--force -p,--poweroff -w,--wtmp-only --halt
mount -t,--types= -o,--options= -r,--read-only -a,--all -B,--bind
umount -f,--force -l,--lazy -a,--all -t,--types= -R,--recursive
mkfs -t,--type=
iptables -F,--flush[=] -A,--append= -D,--delete= -I,--insert= -P,--policy= -t,--table= -s,--source= -d,--destination=
  -p,--protocol= -j,--jump= -i,--in-interface= -o,--out-interface= --dport= --sport=
useradd -m,--create-home -d,--home= -g,--gid= -G,--groups= -s,--shell= -u,--uid= -p,--password= -r,--system
  -c,--comment=
userdel -r,--remove -f,--force
git 1 -C= -c= --git-dir= --work-tree= --namespace= --exec-path[=] -p,--paginate -P,--no-pager --bare
  --no-replace-objects --literal-pathspecs --super-prefix= --config-env= --no-optional-locks --attr-source=
git push -f,--force --force-with-lease[=] --force-if-includes -d,--delete --all --mirror --tags --follow-tags
  -n,--dry-run -u,--set-upstream -o,--push-option= --repo= --no-verify --prune --receive-pack= --exec= --atomic
  -q,--quiet -v,--verbose --signed[=] --recurse-submodules= --thin --progress --porcelain
git pull -r,--rebase[=] -f,--force --ff-only --no-ff -s,--strategy= -X,--strategy-option= -q,--quiet --all --no-rebase
  --depth= --autostash
git fetch -f,--force -p,--prune --all -t,--tags --depth= -q,--quiet -j,--jobs=
git reset --hard --soft --mixed --merge --keep -p,--patch -q,--quiet
git clean -f,--force -d -x -X -n,--dry-run -i,--interactive -e,--exclude= -q,--quiet
git checkout -f,--force -b= -B= --orphan= -p,--patch -t,--track[=] -q,--quiet -m,--merge --ours --theirs --detach -d
  --pathspec-from-file= --conflict=
git switch -f,--force,--discard-changes -c,--create= -C,--force-create= --orphan= -d,--detach -t,--track[=] -m,--merge
git restore -s,--source= -S,--staged -W,--worktree -p,--patch --pathspec-from-file= -q,--quiet --ours --theirs
git branch -d,--delete -D -m,--move -M -c,--copy -C -f,--force -u,--set-upstream-to= -a,--all -r,--remotes -l,--list
  -v,--verbose --contains= --merged[=] --no-merged[=] --unset-upstream --show-current -t,--track[=] --sort= --format=
  -q,--quiet
git tag -d,--delete -a,--annotate -s,--sign -f,--force -m,--message= -F,--file= -u,--local-user= -l,--list[=] -n[=]
  --sort= --contains= --points-at=
git commit -m,--message= -a,--all --amend -F,--file= -n,--no-verify -C,--reuse-message= -c,--reedit-message= --author=
  --date= -s,--signoff -S,--gpg-sign[=] --fixup= --squash= -t,--template= -e,--edit --no-edit --allow-empty -q,--quiet
  -v,--verbose -p,--patch -u[=] --trailer= -i,--include -o,--only
git rebase -i,--interactive --onto= -x,--exec= -s,--strategy= -X,--strategy-option= --abort --continue --skip
  --autosquash --autostash --root -f,--force-rebase -q,--quiet
git merge -m,--message= -s,--strategy= -X,--strategy-option= --no-ff --ff-only --squash --abort --continue -F,--file=
  -q,--quiet
git rm -r -f,--force -n,--dry-run --cached -q,--quiet
git add -A,--all -u,--update -f,--force -p,--patch -n,--dry-run -N,--intent-to-add -v,--verbose
git stash 1 -m,--message= -u,--include-untracked -k,--keep-index -p,--patch -a,--all -q,--quiet
git remote 1
git worktree 1 -f,--force -b= -B=
git submodule 1 -f,--force
git bisect 1
git notes 1
git reflog 1 --expire= --expire-unreachable= --all
git log -n,--max-count= --since= --until= --author= --grep= -S= -G= -L= --format= --oneline --stat -p,--patch --all
  --graph
git filter-branch -f,--force --tree-filter= --index-filter= --msg-filter= --env-filter= --commit-filter=
  --tag-name-filter= --subdirectory-filter= -d=
git config --global --system --local --add --unset --unset-all --get --get-all -f,--file= -l,--list --replace-all
  -e,--edit
git clone -b,--branch= --depth= -o,--origin= --mirror --bare -q,--quiet --recursive --recurse-submodules[=] -j,--jobs=
  -c,--config= --reference= -u,--upload-pack=
git gc --prune[=] --aggressive --auto
git update-ref -d -m= --stdin
git cherry-pick -m,--mainline= -n,--no-commit -x -e,--edit --abort --continue
git revert -m,--mainline= -n,--no-commit --no-edit --abort --continue
git bundle 1
kubectl 1 -n,--namespace= --context= --cluster= --kubeconfig= -s,--server= --token= --user= --as= --as-group=
  --request-timeout= -v,--v= -o,--output= -l,--selector= -f,--filename= -k,--kustomize= --field-selector=
  -A,--all-namespaces --all --force --grace-period= --timeout= --dry-run[=] --wait[=] --now --cascade[=]
  -R,--recursive --replicas= -p,--patch= --type= --overwrite --ignore-not-found[=] --sort-by= --field-manager= --prune
  -w,--watch -h,--help
kubectl exec -c,--container= -i,--stdin -t,--tty -q,--quiet --pod-running-timeout= -n,--namespace= --context=
kubectl run --image= --restart= --rm -i,--stdin -t,--tty --env= --port= --command -l,--labels= --overrides=
  --image-pull-policy=
kubectl debug --image= -i,--stdin -t,--tty -c,--container= --target= --copy-to= --profile= --env= --share-processes
kubectl logs -c,--container= --follow --since= --tail= --previous --all-containers --since-time= --prefix
kubectl rollout 1 --to-revision= --revision=
kubectl config 1
kubectl set 1
kubectl auth 1
kubectl certificate 1
kubectl create -f,--filename= --from-literal= --from-file= --image= --dry-run[=] --save-config --edit
kubectl drain --ignore-daemonsets --delete-emptydir-data --delete-local-data --pod-selector= --disable-eviction
docker 1 -H,--host= -c,--context= --config= -l,--log-level= -D,--debug --tls --tlsverify
docker exec -d,--detach -e,--env= --env-file= -i,--interactive -t,--tty -u,--user= -w,--workdir= --privileged
  --detach-keys=
docker run -d,--detach -e,--env= --env-file= -i,--interactive -t,--tty -u,--user= -w,--workdir= -v,--volume=
  -p,--publish= -P,--publish-all --name= --rm --network= --net= --entrypoint= --privileged --mount= -h,--hostname=
  -l,--label= -m,--memory= --cpus= --restart= --pull= --platform= --add-host= --cap-add= --cap-drop= --device= --gpus=
  --init --ipc= --link= --log-driver= --log-opt= --pid= --shm-size= --tmpfs= --ulimit= --volumes-from= --security-opt=
  --runtime= --read-only -a,--attach= -c,--cpu-shares= --userns= --cidfile= --health-cmd= --dns= --expose= --ip=
docker rm -f,--force -v,--volumes -l,--link
docker rmi -f,--force --no-prune
docker kill -s,--signal=
docker stop -t,--time= -s,--signal=
docker restart -t,--time= -s,--signal=
docker build -t,--tag= -f,--file= --build-arg= --target= --no-cache --platform= --pull -q,--quiet --secret= --ssh=
  --progress= -o,--output= --push --load
docker container 1 -f,--force
docker image 1 -a,--all -f,--force
docker volume 1 -f,--force -a,--all
docker network 1 -f,--force
docker system 1 -a,--all -f,--force --volumes
docker compose 1 -f,--file= -p,--project-name= --profile= --env-file= --project-directory= --ansi= -d,--detach
  -v,--volumes --rmi= --remove-orphans -t,--timeout=
docker compose exec -d,--detach -e,--env= -T,--no-TTY -u,--user= -w,--workdir= --index= --privileged
docker compose run -d,--detach -e,--env= -T,--no-TTY -u,--user= -w,--workdir= --rm --entrypoint= --name= --no-deps
  --service-ports -v,--volume= -p,--publish=
docker container exec -d,--detach -e,--env= -i,--interactive -t,--tty -u,--user= -w,--workdir= --privileged
helm 1 -n,--namespace= --kube-context= --kubeconfig= -f,--values= --set= --set-string= --set-file= --version=
  --timeout= -i,--install --wait --atomic --dry-run[=] --force --create-namespace --repo= -o,--output= --keep-history
helm repo 1
terraform 1 +long -chdir= -target= -var= -var-file= -state= -out= -auto-approve -destroy -input= -lock= -parallelism=
  -backend-config= -refresh= -replace=
terraform state 1
terraform workspace 1
aws 2 --profile= --region= --output= --query= --endpoint-url= --recursive --force --no-cli-pager --cli-input-json=
  --debug
gcloud 3 --project= --zone= --region= --quiet -q --format= --account= --command= --cluster=
gsutil 1 -m -o= -h= -q -D
az 2 -g,--resource-group= -n,--name= --subscription= -o,--output= --yes -y
gh 2 -R,--repo= -X,--method= -f,--raw-field= -F,--field= -H,--header= --jq= -q= -t,--title= -b,--body= --admin
  -d,--delete-branch -m,--merge -s,--squash -r,--rebase --yes
gh api 0 -X,--method= -f,--raw-field= -F,--field= -H,--header= --input= --jq= -q= --paginate -i,--include --hostname=
  -t,--template=
psql -c,--command= -d,--dbname= -f,--file= -h,--host= -p,--port= -U,--username= -v,--set= -o,--output= -L,--log-file=
  -F= -R= -P,--pset= -T= -q,--quiet -t,--tuples-only -A,--no-align -1,--single-transaction -w,--no-password
  -W,--password -X,--no-psqlrc -l,--list -a,--echo-all -e,--echo-queries -E -n -x,--expanded -z -0 -b -s -S
mysql -e,--execute= -D,--database= -h,--host= -P,--port= -u,--user= -p,--password[=] -S,--socket= --protocol=
  --init-command= -N,--skip-column-names -B,--batch -s,--silent -t,--table -f,--force -v,--verbose
  --default-character-set= --delimiter=
mysqladmin 1 -h,--host= -P,--port= -u,--user= -p,--password[=] -f,--force
sqlite3 +long -cmd= -init= -separator= -nullvalue= -newline= -vfs= -batch -readonly -csv -json -header -line -column
  -bail -echo -html -interactive -list -noheader -quote -table
duckdb +long -c= -s= -cmd= -init= -f= -csv -json -readonly
sqlcmd -Q= -q= -S= -d= -U= -P= -i= -o= -E -b
cqlsh -e,--execute= -f,--file= -k,--keyspace= -u,--username= -p,--password=
clickhouse-client -q,--query= -h,--host= -u,--user= -d,--database= --password= --port= --queries-file= -m,--multiline
  -n,--multiquery
bq 1 --project_id= --location= --dataset_id= --format= --use_legacy_sql[=] -n,--max_rows= -f,--force -r,--recursive
  -t,--table -d,--dataset
mongosh --eval= --host= --port= -u,--username= -p,--password= --authenticationDatabase= -f,--file= --quiet
mongo --eval= --host= --port= -u,--username= -p,--password= --quiet
redis-cli -h= -p= -a= -n= -u= --user= --pass= --eval= -x -r= -i= --raw --scan --pattern=
pg_dump -h,--host= -p,--port= -U,--username= -d,--dbname= -f,--file= -F,--format= -t,--table= -n,--schema= -T= -N=
  -j,--jobs= -c,--clean
dropdb -h,--host= -p,--port= -U,--username= -i,--interactive -e,--echo -f,--force --if-exists --maintenance-db=
npm 1 -g,--global -D,--save-dev -S,--save -E -f,--force --registry= --prefix= -w,--workspace= --tag= --access= --otp=
  --dry-run -y,--yes
yarn 1 -D,--dev -E,--exact -W --cwd=
pip 1 -r,--requirement= -e,--editable= -t,--target= -c,--constraint= -i,--index-url= --extra-index-url= -U,--upgrade
  --user -y,--yes -q,--quiet --no-deps -f,--find-links=
apt 1 -y,--yes,--assume-yes -q,--quiet -f,--fix-broken -t,--target-release= -o,--option= --purge --autoremove
  -s,--simulate
brew 1 --cask --force -f --zap
cargo 1 -p,--package= --features= --release --manifest-path= --bin= -j,--jobs= --target= --target-dir=
make -C,--directory= -f,--file= -j,--jobs[=] -n,--dry-run -k,--keep-going -B,--always-make -s,--silent -I= -o= -W=
bash -c -i -l,--login -r -s -x -e -u -v -n -o= -O= --norc --noprofile --posix --rcfile= --init-file= --restricted
python -c= -m= -W= -X= -u -B -E -I -s -S -O -i -v -q -b
perl -e= -E= -n -p -i[=] -l[=] -w -M[=] -m[=] -I= -F= -a -0[=] -s -T -W
ruby -e= -n -p -i[=] -r= -I= -w -C= -F= -a -l -s
node -e,--eval= -p,--print= -r,--require= --import= -i --input-type= -c,--check --inspect[=]
php -r= -f= -d= -c= -B= -R= -F= -E= -S= -t= -z= -n -i -l -m -v
lua -e= -l= -i -v
osascript -e= -l= -s=
sudo -u,--user= -g,--group= -h,--host= -p,--prompt= -C,--close-from= -T,--command-timeout= -D,--chdir= -R,--chroot=
  -U,--other-user= -r,--role= -t,--type= -A,--askpass -b,--background -E,--preserve-env[=] -H,--set-home -i,--login
  -k,--reset-timestamp -K,--remove-timestamp -l,--list -n,--non-interactive -P,--preserve-groups -S,--stdin -s,--shell
  -v,--validate -e,--edit -B,--bell
doas -u= -C= -a= -n -s -L
env -i,--ignore-environment -u,--unset= -C,--chdir= -S,--split-string= -0,--null -v,--debug -a,--argv0=
  --block-signal[=] --default-signal[=] --ignore-signal[=]
nice -n,--adjustment=
ionice -c,--class= -n,--classdata= -p= -P= -u= -t,--ignore
timeout -k,--kill-after= -s,--signal= -f,--foreground --foreground -p,--preserve-status --preserve-status -v,--verbose
time -f,--format= -o,--output= -a,--append -p,--portability -v,--verbose -q,--quiet
stdbuf -i,--input= -o,--output= -e,--error=
exec -a= -c -l
command -p -v -V
chroot --userspec= --groups= --skip-chdir
unshare -m,--mount[=] -u,--uts[=] -i,--ipc[=] -n,--net[=] -p,--pid[=] -U,--user[=] -r,--map-root-user -f,--fork
  -S,--setuid= -G,--setgid= -R,--root= -w,--wd=
nsenter -t,--target= -m,--mount[=] -u,--uts[=] -i,--ipc[=] -n,--net[=] -p,--pid[=] -U,--user[=] -a,--all -S,--setuid=
  -G,--setgid= -r,--root[=] -w,--wd[=] -F,--no-fork
systemd-run -u,--unit= -p,--property= -t,--pty -P,--pipe --user --scope --wait -d,--same-dir -E,--setenv= --uid=
  --gid= --working-directory= -q,--quiet --slice= -G,--collect --on-active= --on-calendar= --service-type=
  -M,--machine= -H,--host= --description=
flock -s,--shared -x,--exclusive -n,--nonblock -w,--timeout= -u,--unlock -c,--command= -o,--close
  -E,--conflict-exit-code= -F,--no-fork
strace -f -e= -o= -p= -s= -u= -E= -I= -P= -S= -X= -a= -b= -O= -y -v -t -T -c -C -q -i -r
taskset -c,--cpu-list -p,--pid -a,--all-tasks
chrt -f,--fifo -r,--rr -o,--other -b,--batch -i,--idle -d,--deadline -p,--pid= -T= -P= -D=
su -c,--command= -s,--shell= -g,--group= -G,--supp-group= -w,--whitelist-environment= -l,--login
  -m,-p,--preserve-environment -f,--fast -P,--pty --session-command=
runuser -u,--user= -c,--command= -s,--shell= -g,--group= -G,--supp-group= -l,--login -m,-p,--preserve-environment
  -f,--fast -P,--pty
sg -c
script -c,--command= -q,--quiet -a,--append -e,--return -f,--flush -t,--timing[=] -O,--log-out= -I,--log-in=
  -B,--log-io= -T,--log-timing= -o,--output-limit= -E,--echo= -m,--logging-format=
watch -n,--interval= -d,--differences[=] -t,--no-title -b,--beep -e,--errexit -g,--chgexit -c,--color -x,--exec
  -p,--precise -q,--equexit=
at -f,--file= -t= -q= -m -M -v -l -d -r -b -c
screen -S= -d -m -D -r[=] -X -c= -t= -e= -h= -s= -T= -L
tmux 1 -L= -S= -f= -c= -t= -s= -n= -d -x= -y= -F= -h -v -p= -l= -b -e= -A -P -2 -C -D -u
vagrant 1 -c,--command=
busybox
ip 1 -n,--netns= -j,--json -4 -6 -s,--statistics
ip netns 1
vim -c= --cmd= -S= -u= -R -n -e -s
setarch -R,--addr-no-randomize -v,--verbose
prlimit --nofile= --nproc= -p,--pid= --as= --core= --cpu= --data= --fsize=
xvfb-run -a,--auto-servernum -n,--server-num= -s,--server-args= -e,--error-file= -f,--auth-file= -l,--listen-tcp
  -p,--xauth-protocol= -w,--wait=
poetry 1 -C,--directory= -P,--project= -q,--quiet -n,--no-interaction
pipenv 1
uv 1 --with= --python= -p= --project= --directory= --env-file= --extra= --group= -q,--quiet --isolated --no-project
  --from=
bundle 1
npx -p,--package= -c,--call= -y,--yes -q,--quiet
doppler 1 -p,--project= -c,--config= --command=
lxc 1 -n= --env= -t -T --user= --cwd= --mode=
direnv 1
base64 -d,-D,--decode -i,--ignore-garbage -w,--wrap=
base32 -d,--decode -i,--ignore-garbage -w,--wrap=
xxd -r -p,-ps,--plain,--postscript -c= -l= -s= -g=
openssl 1 +long -d -e -a -A -base64 -in= -out= -k= -pass= -K= -iv=
"""

# Names under which the same program goes.
_SAME: Final = {
    "podman": "docker", "nerdctl": "docker", "docker-compose": "docker compose", "oc": "kubectl", "k": "kubectl",
    "kubectl.exe": "kubectl", "mariadb": "mysql", "sh": "bash", "dash": "bash", "zsh": "bash", "ksh": "bash",
    "ash": "bash", "mksh": "bash", "rbash": "bash", "python3": "python", "python2": "python", "pypy": "python",
    "pypy3": "python", "nodejs": "node", "gawk": "awk", "mawk": "awk", "nawk": "awk", "apt-get": "apt",
    "aptitude": "apt", "pip3": "pip", "gtimeout": "timeout", "gxargs": "xargs", "gfind": "find", "grm": "rm",
    "batch": "at", "tofu": "terraform", "gsed": "sed", "gtar": "tar", "toybox": "busybox", "slogin": "ssh",
    "pnpm": "npm",
    "fish": "bash", "nvim": "vim", "vi": "vim", "ex": "vim", "luajit": "lua", "incus": "lxc", "opentofu": "terraform",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Program:
    """``options``: each spelling → its longest, and whether it takes a value (True, False, or None: only joined)."""

    levels: int = 0
    options: dict[str, tuple[str, bool | None]] = field(default_factory=dict)
    long: bool = False
    bundle: bool = False


@cache
def _lines() -> dict[str, str]:
    lines = {}
    for line in _TABLE.replace("\n  ", " ").strip().splitlines():
        words = line.split(" ")
        size = next((place for place, word in enumerate(words) if not word[0].isalpha()), len(words))
        lines[" ".join(words[:size])] = line
    return lines


def same(name: str) -> str:
    """The name under which a program is known here."""
    found = _SAME.get(name)
    if found is None and name.startswith("python") and name[6:].replace(".", "").isdigit():
        return "python"
    return found if found is not None else name


@cache
def program(name: str) -> Program | None:
    """How a program, or a subcommand (``git push``), writes its options; None where it is not in the table."""
    line = _lines().get(name)
    if line is None:
        return None
    words = line[len(name) :].split()
    levels = int(words.pop(0)) if words and words[0].isdigit() else 0
    options: dict[str, tuple[str, bool | None]] = {}
    for word in words:
        if word[0] == "+":
            continue
        takes = None if word.endswith("[=]") else word.endswith("=")
        spellings = word.removesuffix("[=]").removesuffix("=").split(",")
        options |= dict.fromkeys(spellings, (spellings[-1], takes))
    return Program(levels, options, "+long" in words, "+bundle" in words)


@cache
def names() -> tuple[str, ...]:
    """The programs that are known, without subcommands."""
    return tuple(sorted({name for name in _lines() if " " not in name} | _SAME.keys()))
