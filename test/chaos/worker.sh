#!/bin/sh
# The work of a task of the chaos run. It tells a witness file outside the database that it starts and that it finished,
# and whether an earlier worker of the same task is still there:  <word> <session> <owner> <pid> <seconds>
# worker.sh <witness file> <seconds of the first start> <seconds of later ones> <ending>
witness=$1
seconds=$2
ending=$4

tell() {
  printf '%s %s %s %s %s\n' "$1" "$FLEETBOARD_SESSION" "${FLEETBOARD_OWNER%%@*}" "$2" "$(date +%s)" >>"$witness"
}

starts=0
if [ -f "$witness" ]; then
  seconds=$3
  while read -r word _ _ pid _; do
    [ "$word" = start ] || continue
    starts=$((starts + 1))
    kill -0 "$pid" 2>/dev/null || continue
    # One that has ended and waits to be collected does not work any more.
    case $(ps -o stat= -p "$pid") in
      '' | Z*) ;;
      *) tell beside "$pid" ;;
    esac
  done <"$witness"
fi

tell start $$
sleep "$seconds"
case $ending in
  done) ;;
  fails) exit 3 ;;
  fails-once) [ "$starts" -gt 0 ] || exit 3 ;;
  dies) kill -9 $$ ;;
  leaves-processes)
    sleep 600 &
    command -v setsid >/dev/null && setsid sleep 600 >/dev/null 2>&1 &
    ;;
esac
tell finish $$
# The digest: the database says whose result it took.
printf '%s\n' "$FLEETBOARD_SESSION"
