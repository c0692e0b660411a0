"""Opens a CSV file in LibreOffice Calc without a window, for `cargo xtask bench sheet`.

Usage: measure.py CSV. After the line `ready`, each line of the input is a word, and each line of the output a number:
`open` is the time to load the file, in milliseconds, and `memory` the most memory of the office so far, in MiB.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

# Comma, double quote, UTF-8, from line 1; the columns are detected.
FILTER_OPTIONS = "44,34,76,1"


def load_properties():
    values = {"Hidden": True, "ReadOnly": True, "FilterName": "Text - txt - csv (StarCalc)", "FilterOptions": FILTER_OPTIONS}
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def connect(office, pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    while office.poll() is None:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            time.sleep(0.1)
    sys.exit("the office ended")


def peak_memory(root):
    """Returns the largest resident sizes of a process and its descendants together."""
    threads = pathlib.Path(f"/proc/{root}/task").iterdir()
    children = [child for thread in threads for child in (thread / "children").read_text().split()]
    status = pathlib.Path(f"/proc/{root}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024 + sum(peak_memory(child) for child in children)


def main():
    file = pathlib.Path(sys.argv[1]).resolve().as_uri()
    with tempfile.TemporaryDirectory() as profile:
        pipe = f"adwright-{pathlib.Path(profile).name}"
        words = ["soffice", "--headless", "--norestore", f"-env:UserInstallation={pathlib.Path(profile).as_uri()}"]
        office = subprocess.Popen([*words, f"--accept=pipe,name={pipe};urp;"], stdout=subprocess.DEVNULL)
        desktop = connect(office, pipe)
        print("ready", flush=True)
        for word in sys.stdin:
            if word.strip() == "memory":
                print(peak_memory(office.pid), flush=True)
                continue
            begin = time.monotonic()
            document = desktop.loadComponentFromURL(file, "_blank", 0, load_properties())
            elapsed = time.monotonic() - begin
            print(elapsed * 1000, flush=True)
            document.close(True)
        desktop.terminate()
        office.wait()


if __name__ == "__main__":
    main()
