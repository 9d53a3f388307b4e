import { BlockList, isIP, isIPv4 } from "node:net";

/** Ranges of IPv4 that are not on the public internet: RFC 6890 and its successors, and multicast. */
const PRIVATE_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Ranges inside the public range of IPv6 that lead elsewhere: Teredo and other protocol assignments, documentation, 6to4. */
const PRIVATE_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function listOf(ranges: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits = ""] = range.split("/");
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const isPrivateIpv4 = listOf(PRIVATE_IPV4, "ipv4");
const isPrivateIpv6 = listOf(PRIVATE_IPV6, "ipv6");
const isGlobalIpv6 = listOf(["2000::/3"], "ipv6");
const isMapped = listOf(["::ffff:0:0/96"], "ipv6");
const isTranslated = listOf(["64:ff9b::/96"], "ipv6");

/** Returns the IPv4 address in the last 32 bits of an IPv6 address. */
function embedded(address: string): string {
  const { hostname } = new URL(`http://[${address}]/`);
  const groups = hostname.slice(1, -1).split(":").slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/**
 * Returns whether an IP address is on the public internet. Loopback, private, link-local (with the metadata services of clouds), shared,
 * reserved and multicast addresses are not, nor IPv6 addresses that contain such an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  // A zone, as in `fe80::1%eth0`, exists for link-local addresses only.
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isIPv4(address)) return !isPrivateIpv4.check(address, "ipv4");
  if (isMapped.check(address, "ipv6") || isTranslated.check(address, "ipv6")) return !isPrivateIpv4.check(embedded(address), "ipv4");
  return isGlobalIpv6.check(address, "ipv6") && !isPrivateIpv6.check(address, "ipv6");
}
