"""Prints the objects of a Kubernetes manifest as JSON, and what names in it no such object has: kubernetes.py FILE.

The names are those of the API's reference (v1.30), as far as the manifest goes; a "*" is any name.
"""
import json, sys, yaml

META = {"name": 0, "labels": {"*": 0}}
LABELS = {"*": 0}
PROBE = {"httpGet": {"path": 0, "port": 0}, "periodSeconds": 0, "timeoutSeconds": 0, "failureThreshold": 0}
CONTAINER = {
    "name": 0, "image": 0, "args": 0, "ports": {"name": 0, "containerPort": 0}, "readinessProbe": PROBE,
    "livenessProbe": PROBE, "startupProbe": PROBE, "resources": {"requests": LABELS, "limits": LABELS},
    "securityContext": {"allowPrivilegeEscalation": 0, "readOnlyRootFilesystem": 0, "capabilities": {"drop": 0}},
    "volumeMounts": {"name": 0, "mountPath": 0, "readOnly": 0},
}
POD = {
    "automountServiceAccountToken": 0, "terminationGracePeriodSeconds": 0, "containers": CONTAINER,
    "securityContext": {
        "runAsNonRoot": 0, "runAsUser": 0, "runAsGroup": 0, "fsGroup": 0, "seccompProfile": {"type": 0},
    },
    "volumes": {
        "name": 0, "persistentVolumeClaim": {"claimName": 0}, "configMap": {"name": 0},
        "secret": {"secretName": 0, "defaultMode": 0},
    },
}
KINDS = {
    "Secret": {"type": 0, "stringData": LABELS},
    "ConfigMap": {"data": LABELS},
    "PersistentVolumeClaim": {"spec": {"accessModes": 0, "resources": {"requests": LABELS}}},
    "Deployment": {"spec": {
        "replicas": 0, "strategy": {"type": 0}, "selector": {"matchLabels": LABELS},
        "template": {"metadata": {"labels": LABELS}, "spec": POD},
    }},
    "Service": {"spec": {"selector": LABELS, "ports": {"name": 0, "port": 0, "targetPort": 0}}},
}


def unknown(value, names, place):
    if isinstance(value, list):
        return [found for index, one in enumerate(value) for found in unknown(one, names, f"{place}[{index}]")]
    if not isinstance(value, dict):
        return []
    if names == 0:
        return [f"{place} is no object"]
    found = []
    for name, one in value.items():
        below = names.get(name, names.get("*"))
        found += [f"{place}.{name}"] if below is None else unknown(one, below, f"{place}.{name}")
    return found


objects = list(yaml.safe_load_all(open(sys.argv[1], encoding="utf-8")))
faults = []
for one in objects:
    common = {"apiVersion": 0, "kind": 0, "metadata": META}
    faults += unknown(one, {**common, **KINDS[one["kind"]]}, one["kind"])
print(json.dumps({"unknown": faults, "objects": {one["kind"]: one for one in objects}}))
